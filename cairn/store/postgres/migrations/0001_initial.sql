-- One index: sources, their files, the searchable chunks of those, and the graph. Every row names its source: that is what
-- row security looks at, and what a writer has locked. Texts compare by bytes ("C"), as in SQLite.
-- Lines are 1-based and inclusive, bytes 0-based and half-open offsets into the UTF-8 text.

-- Ids are handed out in blocks of 1000 (`PostgresWriter`), so that writers need not ask for each.
CREATE SEQUENCE file_ids INCREMENT 1000;
CREATE SEQUENCE entity_ids INCREMENT 1000;
CREATE SEQUENCE chunk_ids INCREMENT 1000;

CREATE TABLE source (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text COLLATE "C" NOT NULL UNIQUE,
    kind text COLLATE "C" NOT NULL,
    location text COLLATE "C" NOT NULL,
    options text NOT NULL,                     -- JSON: include, exclude, ...
    revision text,                             -- git commit at the last run
    indexed_at text,                           -- UTC, ISO 8601
    fingerprint text NOT NULL,                 -- what shaped the rows: see index/fingerprint.py
    file_count bigint NOT NULL DEFAULT 0,      -- these five as of the last run, so that `list` counts nothing
    chunk_count bigint NOT NULL DEFAULT 0,
    entity_count bigint NOT NULL DEFAULT 0,
    edge_count bigint NOT NULL DEFAULT 0,
    word_count bigint NOT NULL DEFAULT 0       -- words of all chunks, of all columns
);

CREATE TABLE file (
    id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    path text COLLATE "C" NOT NULL,            -- relative, '/' between the parts
    language text COLLATE "C",
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    inode bigint NOT NULL,
    hash bytea NOT NULL,                       -- of the bytes on disk
    line_count bigint NOT NULL,
    role text COLLATE "C" NOT NULL,
    warnings text NOT NULL,                    -- JSON list of sentences
    UNIQUE (source_id, path)
);

-- Apart from `file`, so that listing files reads no text. All three are packed already.
CREATE TABLE content (
    file_id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    text bytea NOT NULL,
    facts bytea,
    mentions bytea
);
ALTER TABLE content ALTER text SET STORAGE EXTERNAL, ALTER facts SET STORAGE EXTERNAL, ALTER mentions SET STORAGE EXTERNAL;

CREATE TABLE skip (
    source_id bigint NOT NULL,
    path text COLLATE "C" NOT NULL,
    reason text NOT NULL,
    detail text NOT NULL,
    size bigint,
    mtime_ns bigint,
    inode bigint,
    PRIMARY KEY (source_id, path)
);

CREATE TABLE chunk (
    id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    file_id bigint NOT NULL,
    ordinal integer NOT NULL,
    start_line bigint NOT NULL,
    end_line bigint NOT NULL,
    start_byte bigint NOT NULL,
    end_byte bigint NOT NULL,
    entity_id bigint,                          -- the innermost entity that encloses it, or null
    hash bytea NOT NULL,
    UNIQUE (file_id, ordinal)
);

-- The words of a chunk, with their places, as store/postgres/lexemes.py packs them. `everything` and `body` count words.
-- Kept in the row where they fit, as they are: unpacking them costs more than reading them.
CREATE TABLE chunk_words (
    chunk_id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    file_id bigint NOT NULL,
    everything integer NOT NULL,
    body integer NOT NULL,
    words tsvector NOT NULL
) WITH (toast_tuple_target = 8160);
ALTER TABLE chunk_words ALTER words SET STORAGE EXTERNAL;
CREATE INDEX chunk_words_by_file ON chunk_words (file_id);
CREATE INDEX chunk_words_by_word ON chunk_words USING gin (words);

-- In how many chunks of a source a word is: what PostgreSQL lacks for ranking. Its writer keeps it.
CREATE TABLE word (
    term text COLLATE "C" NOT NULL,
    source_id bigint NOT NULL,
    chunks bigint NOT NULL,
    PRIMARY KEY (term, source_id)
);

CREATE TABLE entity (
    id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    file_id bigint NOT NULL,
    ordinal bigint NOT NULL,                   -- place among the file's entities; 0 is the module
    parent_id bigint,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    -- By what a name is found, whatever its case. A column: with row security only plain columns are sought in indexes.
    name_key text COLLATE "C" GENERATED ALWAYS AS (lower(left(name, 200))) STORED,
    qualname text COLLATE "C" NOT NULL,
    anchor text COLLATE "C" NOT NULL,
    start_line bigint NOT NULL,
    end_line bigint NOT NULL,
    name_line bigint NOT NULL,
    start_byte bigint NOT NULL,
    end_byte bigint NOT NULL,
    signature text NOT NULL,
    doc text NOT NULL,
    exported boolean NOT NULL
);
CREATE UNIQUE INDEX entity_by_file ON entity (file_id, ordinal);
CREATE INDEX entity_by_line ON entity (file_id, name_line);
CREATE INDEX entity_by_name ON entity (name_key, source_id);
CREATE INDEX entity_by_parent ON entity (parent_id);

-- Names that no indexed source defines, as one source uses them. The id is made of the anchor, so that all sources agree on it
-- without asking each other, and is negative.
CREATE TABLE external (
    id bigint NOT NULL,
    source_id bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    name_key text COLLATE "C" GENERATED ALWAYS AS (lower(left(name, 200))) STORED,
    qualname text COLLATE "C" NOT NULL,
    anchor text COLLATE "C" NOT NULL,
    PRIMARY KEY (id, source_id)
);
CREATE INDEX external_by_name ON external (name_key);
CREATE INDEX external_by_source ON external (source_id);

CREATE TABLE entity_tag (
    tag text COLLATE "C" NOT NULL,
    entity_id bigint NOT NULL,
    source_id bigint NOT NULL,
    PRIMARY KEY (tag, entity_id)
);
CREATE INDEX entity_tag_by_entity ON entity_tag (entity_id);

-- Definitions that one in another file completes: kept so that they can come back.
CREATE TABLE dropped (LIKE entity);
ALTER TABLE dropped DROP COLUMN name_key;
ALTER TABLE dropped ADD PRIMARY KEY (id);
CREATE INDEX dropped_by_file ON dropped (file_id);
CREATE INDEX dropped_by_source ON dropped (source_id);

CREATE TABLE edge (
    source_id bigint NOT NULL,                 -- of the entity it leaves
    dst_source bigint,                         -- of the entity it reaches; null for an external
    kind text COLLATE "C" NOT NULL,
    src bigint NOT NULL,
    dst bigint NOT NULL,
    confidence double precision NOT NULL,
    via text COLLATE "C" NOT NULL,
    sites text COLLATE "C" NOT NULL,           -- lines in the file of `src`, ascending, with commas between
    PRIMARY KEY (src, kind, dst)
);
CREATE INDEX edge_in ON edge (dst, kind);
CREATE INDEX edge_by_source ON edge (source_id, dst_source);

CREATE TABLE unresolved (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id bigint NOT NULL,
    entity_id bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    line bigint NOT NULL
);
-- A hash, since a name may have any length.
CREATE INDEX unresolved_by_name ON unresolved USING hash (name);
CREATE INDEX unresolved_by_entity ON unresolved (entity_id);

CREATE TABLE link (
    src bigint NOT NULL,
    dst bigint NOT NULL,
    PRIMARY KEY (src, dst)
);
CREATE INDEX link_by_dst ON link (dst);

-- What files were resolved from (cairn/resolve/segment.py): a row for each run that resolved some, in their order.
CREATE TABLE reads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_id bigint NOT NULL,
    segment bytea NOT NULL
);
ALTER TABLE reads ALTER segment SET STORAGE EXTERNAL;
CREATE INDEX reads_by_source ON reads (source_id);

CREATE TABLE embedding_model (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    width integer NOT NULL,
    probe bytea NOT NULL
);
-- Each model has an index of its own for each part (`PostgresVectors.add_model`): only like is compared with like.
CREATE TABLE vector_value (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model_id bigint NOT NULL,
    part smallint NOT NULL,                    -- 0 for chunks, 1 for entities
    key bytea NOT NULL UNIQUE,                 -- of the model, the part and the text: the same text anywhere has one vector
    value halfvec(1024) NOT NULL
);
ALTER TABLE vector_value ALTER value SET STORAGE EXTERNAL;
CREATE TABLE chunk_vector (
    chunk_id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    vector_id bigint NOT NULL
);
CREATE INDEX chunk_vector_by_vector ON chunk_vector (vector_id);
CREATE TABLE entity_vector (
    entity_id bigint PRIMARY KEY,
    source_id bigint NOT NULL,
    vector_id bigint NOT NULL
);
CREATE INDEX entity_vector_by_vector ON entity_vector (vector_id);
CREATE TABLE vector_coverage (
    source_id bigint PRIMARY KEY,
    model_id bigint NOT NULL,
    chunks bigint NOT NULL
);

CREATE TABLE doc_extract (
    key bytea NOT NULL,
    source_id bigint NOT NULL,
    answer text NOT NULL,
    PRIMARY KEY (key, source_id)
);

CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    source text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    files_done bigint NOT NULL DEFAULT 0,
    files_total bigint NOT NULL DEFAULT 0,
    warnings text NOT NULL DEFAULT '[]',
    error text,
    started_at text NOT NULL,
    ended_at text,
    alive_at text NOT NULL,
    plea text,                                 -- 'cancel' when somebody wants it to stop
    orders text NOT NULL DEFAULT '',           -- JSON: what it takes to start it again
    report text NOT NULL DEFAULT '',
    is_offered boolean NOT NULL DEFAULT false, -- put here for a worker to take
    worker text,                               -- who has taken it
    attempts integer NOT NULL DEFAULT 0,
    beat_at timestamptz NOT NULL DEFAULT now() -- its last sign of life, by the server's clock
);
CREATE INDEX job_offered ON job (id) WHERE is_offered AND state IN ('queued', 'running');

-- All entities, externals once.
CREATE VIEW node WITH (security_invoker = true) AS
SELECT id, source_id, file_id, ordinal, parent_id, kind, name, name_key, qualname, anchor, start_line, end_line, name_line,
    signature, doc, exported
FROM entity
UNION ALL
SELECT DISTINCT id, NULL::bigint, NULL::bigint, 0::bigint, NULL::bigint, 'external'::text COLLATE "C", name, name_key,
    qualname, anchor, 0::bigint, 0::bigint, 0::bigint, ''::text, ''::text, true
FROM external;

-- Row security: who is not the owner of these tables sees the rows of the sources in the setting `cairn.sources`, for the
-- transaction at hand, and no row where nothing is set. The owner, who writes, sees all. Not so `chunk_words` and `vector_value`,
-- whose indexes could not be used: what they lead to are rows of `chunk` and `entity`.
CREATE FUNCTION seen_sources() RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(nullif(current_setting('cairn.sources', true), ''), '{}')::bigint[]
$$;
ALTER TABLE source ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON source FOR SELECT USING (id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE link ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON link FOR SELECT
    USING (src = ANY ((SELECT seen_sources())::bigint[]) AND dst = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE edge ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON edge FOR SELECT USING (
    source_id = ANY ((SELECT seen_sources())::bigint[])
    AND (dst_source IS NULL OR dst_source = ANY ((SELECT seen_sources())::bigint[]))
);
ALTER TABLE file ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON file FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE content ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON content FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE skip ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON skip FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE chunk ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON chunk FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE word ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON word FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE entity ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON entity FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE external ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON external FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE entity_tag ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON entity_tag FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE dropped ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON dropped FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE unresolved ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON unresolved FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE reads ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON reads FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE chunk_vector ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON chunk_vector FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE entity_vector ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON entity_vector FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE vector_coverage ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON vector_coverage FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
ALTER TABLE doc_extract ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON doc_extract FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
