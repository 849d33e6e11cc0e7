-- The derived index of cards (cairn/store/sqlite/cards.py). It may be deleted at any time: all but what sessions had comes again.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE card (
    id INTEGER PRIMARY KEY,
    library INTEGER NOT NULL,
    path TEXT NOT NULL,
    stamp TEXT NOT NULL,
    hash TEXT NOT NULL,
    since INTEGER NOT NULL,
    name TEXT NOT NULL,
    summary TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    expires TEXT NOT NULL,
    verified_at TEXT NOT NULL,
    owner TEXT NOT NULL,
    scope TEXT NOT NULL,
    terms TEXT NOT NULL,
    about TEXT NOT NULL,
    prints TEXT NOT NULL,
    fault TEXT NOT NULL,
    UNIQUE (library, path)
);
CREATE VIRTUAL TABLE card_words USING fts5 (name, summary, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE card_vocabulary USING fts5vocab (card_words, row);
CREATE TABLE target (
    card INTEGER NOT NULL,
    about TEXT NOT NULL,
    handle TEXT NOT NULL,
    relation TEXT NOT NULL,
    state TEXT NOT NULL,
    file TEXT NOT NULL,
    name TEXT NOT NULL,
    dotted TEXT NOT NULL
);
CREATE INDEX target_by_card ON target (card);
CREATE INDEX target_by_handle ON target (handle);
CREATE INDEX target_by_name ON target (name);
CREATE INDEX target_by_file ON target (file);
CREATE TABLE baseline (
    path TEXT NOT NULL,
    handle TEXT NOT NULL,
    verified_at TEXT NOT NULL,
    print TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (path, handle, verified_at)
) WITHOUT ROWID;
CREATE TABLE session (
    id TEXT NOT NULL,
    principal TEXT NOT NULL,
    generation INTEGER NOT NULL,
    began TEXT NOT NULL,
    PRIMARY KEY (id, principal)
) WITHOUT ROWID;
CREATE TABLE injection (
    number INTEGER PRIMARY KEY,
    principal TEXT NOT NULL,
    session TEXT NOT NULL,
    at TEXT NOT NULL,
    prompt TEXT NOT NULL,
    length INTEGER NOT NULL,
    card TEXT NOT NULL,
    path TEXT NOT NULL,
    gate TEXT NOT NULL,
    score REAL NOT NULL,
    coverage REAL NOT NULL,
    margin REAL NOT NULL
);
CREATE INDEX injection_by_session ON injection (session, principal);
CREATE TABLE vector (
    model TEXT NOT NULL,
    hash TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (model, hash)
) WITHOUT ROWID;
