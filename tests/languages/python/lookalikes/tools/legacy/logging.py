def info(text):
# ^ function info
    return text
