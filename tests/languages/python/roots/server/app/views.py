# `wire` is a namespace: two projects have a part of it, and their manifests say where.
from wire.frames.frame import Frame
# ^ import client/source/wire/frames/frame.py
from wire.checks import crc
# ^ import common/src/wire/checks/crc.py
import app.models as models
# ^ import server/app/models.py


def view():
# ^ function view
    Frame().send()
# ^ call client/source/wire/frames/frame.py#Frame -> view; call client/source/wire/frames/frame.py#Frame.send -> view
    crc.crc(1)
# ^ call common/src/wire/checks/crc.py#crc -> view
    return models.load()
# ^ call server/app/models.py#load -> view
