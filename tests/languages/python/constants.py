# check: definition, call, use
import re

LIMIT = 3
# ^ constant LIMIT
NAMES = ["a"]
# ^ constant NAMES
_WORD = re.compile("x")
# ^ constant _WORD


def read(a, b=LIMIT):
# ^ function read; use LIMIT -> read
    _WORD.match(a)
# ^ use _WORD -> read
    print(*NAMES, a[LIMIT:], -LIMIT)
# ^ use NAMES -> read; use LIMIT -> read
    assert LIMIT
# ^ use LIMIT -> read
    while LIMIT:
# ^ use LIMIT -> read
        a += LIMIT
# ^ use LIMIT -> read
    if a:
        pass
    elif LIMIT:
# ^ use LIMIT -> read
        return lambda: LIMIT
# ^ use LIMIT -> read
    if (y := LIMIT):
# ^ use LIMIT -> read
        return {LIMIT: 1}, [LIMIT for x in a if LIMIT]
# ^ use LIMIT -> read
    with LIMIT as z:
# ^ use LIMIT -> read
        del NAMES
# ^ use NAMES -> read
    match LIMIT:
# ^ use LIMIT -> read
        case 1 if LIMIT:
# ^ use LIMIT -> read
            LIMIT
# ^ use LIMIT -> read
