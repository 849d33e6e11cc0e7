class Queue:
# ^ class Queue
    def put(self, item):
# ^ method Queue.put
        return item
