-- One index: sources, their files, the searchable chunks of those, and the graph.
-- Lines are 1-based and inclusive, bytes 0-based and half-open offsets into the UTF-8 text.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    location TEXT NOT NULL,
    options TEXT NOT NULL,               -- JSON: include, exclude, ...
    revision TEXT,                       -- git commit at the last run
    indexed_at TEXT,                     -- UTC, ISO 8601
    fingerprint TEXT NOT NULL,           -- what shaped the rows: see index/fingerprint.py
    file_count INTEGER NOT NULL DEFAULT 0,    -- these four as of the last run, so that `list` counts nothing
    chunk_count INTEGER NOT NULL DEFAULT 0,
    entity_count INTEGER NOT NULL DEFAULT 0,
    edge_count INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES source (id),
    path TEXT NOT NULL,                  -- relative, '/' between the parts
    language TEXT,                       -- name of the Language record, or null
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    hash BLOB NOT NULL,                  -- of the bytes on disk
    line_count INTEGER NOT NULL,
    role TEXT NOT NULL,                  -- 'code', 'test', 'docs', 'example', 'config', 'generated', 'changelog'
    warnings TEXT NOT NULL,              -- JSON list of sentences
    UNIQUE (source_id, path)
);

-- Apart from `file`, so that listing files reads no text.
CREATE TABLE content (
    file_id INTEGER PRIMARY KEY REFERENCES file (id),
    text BLOB NOT NULL,                  -- UTF-8, deflated
    facts BLOB,                          -- what resolve needs (cairn/facts.py), JSON, deflated
    mentions BLOB                        -- checksums of the words in them (cairn/resolve/changes.py), 32 bits each, ascending
);

CREATE TABLE skip (
    source_id INTEGER NOT NULL REFERENCES source (id),
    path TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    size INTEGER,                        -- these three only where the content was judged: such a file is
    mtime_ns INTEGER,                    -- not read again while they stay the same
    inode INTEGER,
    PRIMARY KEY (source_id, path)
) WITHOUT ROWID;

CREATE TABLE chunk (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES file (id),
    ordinal INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    start_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL,
    entity_id INTEGER,                   -- the innermost entity that encloses it, or null
    hash BLOB NOT NULL,                  -- of the text alone: it knows no path
    UNIQUE (file_id, ordinal)
);

-- Contentless: the text stands in `content`. rowid = chunk.id. The words are made
-- by chunk/words.py, at index and at query time alike.
CREATE VIRTUAL TABLE chunk_words USING fts5 (
    name,                                -- names defined in the chunk, whole and in parts
    path,                                -- words of the path
    body,                                -- the text
    parts,                               -- parts of the body's identifiers, CJK bigrams
    context,                             -- words of the surroundings: container, heading trail
    content = '',
    contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2 tokenchars '_'"
);

CREATE TABLE entity (
    id INTEGER PRIMARY KEY,
    source_id INTEGER,                   -- null for an external
    file_id INTEGER,                     -- null for an external
    ordinal INTEGER NOT NULL,            -- place among the file's entities; 0 is the module
    parent_id INTEGER,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    qualname TEXT NOT NULL,              -- 'Class.method'; '' for a module
    anchor TEXT NOT NULL,                -- what follows '#' in the handle: qualname, parameter types, ~2; '' for a module;
                                         -- for an external all that follows 'external:'
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    name_line INTEGER NOT NULL,          -- 0 for a module
    start_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    exported INTEGER NOT NULL
);
CREATE UNIQUE INDEX entity_by_file ON entity (file_id, ordinal) WHERE file_id IS NOT NULL;
CREATE UNIQUE INDEX entity_external ON entity (anchor) WHERE file_id IS NULL;
CREATE INDEX entity_by_name ON entity (name COLLATE NOCASE);
CREATE INDEX entity_by_parent ON entity (parent_id);

-- Words that a document puts on itself (front matter), and those that doc-extract finds in it.
CREATE TABLE entity_tag (
    tag TEXT NOT NULL,                   -- in the one spelling of model.tag_of
    entity_id INTEGER NOT NULL REFERENCES entity (id),
    PRIMARY KEY (tag, entity_id)
) WITHOUT ROWID;
CREATE INDEX entity_tag_by_entity ON entity_tag (entity_id);

-- Definitions that one in another file completes (a prototype): kept so that they can come back. The columns of `entity`.
CREATE TABLE dropped (
    id INTEGER PRIMARY KEY,
    source_id INTEGER,
    file_id INTEGER,
    ordinal INTEGER NOT NULL,
    parent_id INTEGER,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    qualname TEXT NOT NULL,
    anchor TEXT NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    name_line INTEGER NOT NULL,
    start_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    exported INTEGER NOT NULL
);
CREATE INDEX dropped_by_file ON dropped (file_id);

CREATE TABLE edge (
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL,          -- of the entity it leaves
    kind TEXT NOT NULL,
    src INTEGER NOT NULL REFERENCES entity (id),
    dst INTEGER NOT NULL REFERENCES entity (id),
    confidence REAL NOT NULL,
    via TEXT NOT NULL,
    sites TEXT NOT NULL                  -- lines in the file of `src`, ascending, with commas between
);
CREATE UNIQUE INDEX edge_out ON edge (src, kind, dst);
CREATE INDEX edge_in ON edge (dst, kind);

-- References that no definition was found for: one row for each site.
CREATE TABLE unresolved (
    id INTEGER PRIMARY KEY,
    entity_id INTEGER NOT NULL REFERENCES entity (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    line INTEGER NOT NULL
);
CREATE INDEX unresolved_by_name ON unresolved (name);
CREATE INDEX unresolved_by_entity ON unresolved (entity_id);

-- `src` may resolve what it lacks in `dst`.
CREATE TABLE link (
    src INTEGER NOT NULL REFERENCES source (id),
    dst INTEGER NOT NULL REFERENCES source (id),
    PRIMARY KEY (src, dst)
) WITHOUT ROWID;
