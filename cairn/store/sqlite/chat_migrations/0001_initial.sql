-- Conversations of `cairn chat` (cairn/store/sqlite/chats.py), in a file beside the index.

CREATE TABLE run (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    parent TEXT NOT NULL,
    agent TEXT NOT NULL,
    principal TEXT NOT NULL,
    title TEXT NOT NULL,
    question TEXT NOT NULL,
    state TEXT NOT NULL,
    number INTEGER NOT NULL,
    begun_at TEXT NOT NULL,
    changed_at TEXT NOT NULL
);
CREATE INDEX run_by_conversation ON run (conversation);
CREATE TABLE snapshot (
    run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE call (
    run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    tool TEXT NOT NULL,
    begun_at TEXT NOT NULL,
    result TEXT,
    PRIMARY KEY (run, key)
) WITHOUT ROWID;
CREATE TABLE said (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    who TEXT NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE INDEX said_by_run ON said (run);
CREATE VIRTUAL TABLE said_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
