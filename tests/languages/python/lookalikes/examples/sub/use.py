# A script finds its neighbours before the standard library, and a folder above it that is no package.
import yaml
# ^ import examples/yaml.py
from queue import Queue
# ^ import examples/sub/queue.py


def main():
# ^ function main
    Queue().put(yaml.load(""))
# ^ call examples/sub/queue.py#Queue -> main; call examples/sub/queue.py#Queue.put -> main; call examples/yaml.py#load -> main
