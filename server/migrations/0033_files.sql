-- Files of bands: their bytes are in a folder or in an S3 store, under the id. A row with `expires_at` is an upload that nothing uses
-- yet: it belongs to one member, and is deleted at that time.

create table files (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  membership_id uuid,
  purpose text not null check (purpose in ('chart', 'recording', 'receipt')),
  name text not null,
  -- Of an upload its announced length.
  bytes bigint not null check (bytes > 0),
  -- Null for an upload.
  media_type text,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (band_id, id),
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade,
  check ((expires_at is null) = (media_type is not null))
);
create index files_by_member on files (band_id, membership_id) where membership_id is not null;
create index files_by_expiry on files (expires_at) where expires_at is not null;

-- What the members of a band announced on the last day on which one of them began an upload.
create table upload_days (
  band_id uuid primary key references bands on delete cascade,
  day date not null,
  bytes bigint not null
);
create index upload_days_by_day on upload_days (day);

-- Ids of deleted rows of files. A job deletes their bytes, and then the row.
create table deleted_files (id uuid primary key);

create function queue_deletion_of_bytes() returns trigger language plpgsql as $$
begin
  insert into deleted_files (id) values (old.id) on conflict do nothing;
  return null;
end $$;

create trigger files_deleted after delete on files for each row execute function queue_deletion_of_bytes();
