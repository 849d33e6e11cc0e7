class Frame:
# ^ class Frame
    def send(self):
# ^ method Frame.send
        return 1
