# A folder without `__init__.py` that holds something else: the package of its name is found before it.
def seed():
# ^ function seed
    return 1
