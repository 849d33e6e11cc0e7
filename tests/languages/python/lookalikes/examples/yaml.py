def load(text):
# ^ function load
    return text
