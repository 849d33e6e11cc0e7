def load():
# ^ function load
    return 1
