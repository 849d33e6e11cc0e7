def crc(data):
# ^ function crc
    return data
