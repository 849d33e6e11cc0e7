-- The names that each source has, and some that it had: what misspelled names and the beginnings of names are looked for among.
-- A name that nothing has any more is left out by those who read, and taken away by `gc`.
-- `head`, `middle` and `tail` are the thirds of the folded name, each behind the name's length (store/postgres/spellings.py).
CREATE TABLE spelling (
    id bigint NOT NULL,                        -- made of the name, so that all who write agree on it
    source_id bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    name_key text COLLATE "C" GENERATED ALWAYS AS (lower(left(name, 200))) STORED,
    letters integer NOT NULL,                  -- a bit for each letter that is in it
    head text COLLATE "C" NOT NULL,
    middle text COLLATE "C" NOT NULL,
    tail text COLLATE "C" NOT NULL,
    PRIMARY KEY (source_id, id)
);
CREATE INDEX spelling_by_key ON spelling (name_key);
CREATE INDEX spelling_by_head ON spelling (head);
CREATE INDEX spelling_by_middle ON spelling (middle);
CREATE INDEX spelling_by_tail ON spelling (tail);
ALTER TABLE spelling ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON spelling FOR SELECT USING (source_id = ANY ((SELECT seen_sources())::bigint[]));
