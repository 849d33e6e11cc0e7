CREATE TABLE users (id INT, name TEXT);
--^ field users.id
--^ field users.name
--^ struct users
CREATE VIEW active AS SELECT * FROM users;
--^ type active
CREATE FUNCTION twice(x INT) RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql;
--^ function twice
CREATE INDEX by_name ON users (name);
--^ constant by_name
CREATE TYPE mood AS ENUM ('a');
--^ type mood
