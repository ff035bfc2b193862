-- Generations of the keys that sign links. Key 0, of releases up to 2.0.0, has no row. A key is retired when the next one is created.
create table link_keys (
  id integer primary key check (id between 1 and 65535),
  -- Random: SECRET_KEY alone does not derive the key.
  salt bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- The key that signed the ask's link. The link is composed again for each text.
alter table dep_asks add column link_key_id integer not null default 0;
