-- What files were resolved from (cairn/resolve/segment.py): a row for each run that resolved some, in their order.
CREATE TABLE reads (
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES source (id),
    segment BLOB NOT NULL
);
CREATE INDEX reads_by_source ON reads (source_id);

-- A guess by a name counts the definitions that are left out, too.
CREATE INDEX dropped_by_name ON dropped (name);
