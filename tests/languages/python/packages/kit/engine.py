import requests


def spin():
# ^ function spin
    return requests.get("x")
