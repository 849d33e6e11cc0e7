-- Vectors of chunks and entities. No migration: an index gets these tables with its first vector, so that one without vectors
-- neither grows nor pays for the triggers. All of it can be made again from texts, by `reindex --vectors`.

CREATE TABLE embedding_model (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    width INTEGER NOT NULL,              -- numbers of a vector that are kept; the others, up to 1024, are 0
    probe BLOB NOT NULL                  -- its vector of a fixed text: tells it from another model of that name
);

-- The id is (model << 48) + (part << 40) + a number, where part is 0 for chunks and 1 for entities: what is searched
-- together lies together, and a range of ids is all of it.
CREATE TABLE vector (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,            -- of the model, the part and the text: the same text anywhere has one vector
    value BLOB NOT NULL                  -- `width` numbers of 32 bits, of length 1
);

-- The signs of wide vectors, 1 bit each: read first, so that few of the vectors themselves have to be.
CREATE TABLE vector_sketch (
    vector_id INTEGER PRIMARY KEY,
    bits BLOB NOT NULL
);

CREATE TABLE chunk_vector (
    chunk_id INTEGER PRIMARY KEY,
    vector_id INTEGER NOT NULL
);
CREATE INDEX chunk_vector_by_vector ON chunk_vector (vector_id);

CREATE TABLE entity_vector (
    entity_id INTEGER PRIMARY KEY,
    vector_id INTEGER NOT NULL
);
CREATE INDEX entity_vector_by_vector ON entity_vector (vector_id);

-- What the last run that embedded a source left: so many of its chunks have a vector of the model.
CREATE TABLE vector_coverage (
    source_id INTEGER PRIMARY KEY,
    model_id INTEGER NOT NULL,
    chunks INTEGER NOT NULL
);

CREATE TRIGGER chunk_vector_follows AFTER DELETE ON chunk BEGIN
    DELETE FROM chunk_vector WHERE chunk_id = OLD.id;
END;
CREATE TRIGGER entity_vector_follows AFTER DELETE ON entity BEGIN
    DELETE FROM entity_vector WHERE entity_id = OLD.id;
END;
CREATE TRIGGER vector_sketch_follows AFTER DELETE ON vector BEGIN
    DELETE FROM vector_sketch WHERE vector_id = OLD.id;
END;
CREATE TRIGGER vector_coverage_follows AFTER DELETE ON source BEGIN
    DELETE FROM vector_coverage WHERE source_id = OLD.id;
END;
