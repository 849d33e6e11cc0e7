class Kind:
# ^ class Kind
    pass
