# check: definition, call, import, external
# Nothing puts the folders that have these names elsewhere on the path of this one.
import logging
# ^ import external:python/logging
import redis
# ^ import external:python/redis
import yaml
# ^ import external:python/yaml
from queue import Queue
# ^ import external:python/queue
from redis.client import Pipeline
# ^ import external:python/redis


def run():
# ^ function run
    redis.Redis().get("x")
# ^ call external:python/redis#Redis -> run
    logging.info("x")
# ^ call external:python/logging#info -> run
    Queue().put(1)
# ^ call external:python/queue#Queue -> run
    Pipeline()
# ^ call external:python/redis#client.Pipeline -> run
    yaml.load("")
# ^ call external:python/yaml#load -> run
