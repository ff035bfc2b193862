-- Zips of whole bands: uploads of a person, which belong to no band yet, and their imports.

create table zip_uploads (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null,
  -- Its announced length.
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- When an import took it.
  used_at timestamptz,
  expires_at timestamptz not null,
  primary key (user_id, id)
);
create index zip_uploads_by_expiry on zip_uploads (expires_at);
create trigger zip_uploads_deleted after delete on zip_uploads for each row execute function queue_deletion_of_bytes();

-- What a person announced on the last day on which they began an upload.
create table zip_upload_days (
  user_id uuid primary key references users on delete cascade,
  day date not null,
  bytes bigint not null
);
create index zip_upload_days_by_day on zip_upload_days (day);

create table band_imports (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  upload_id uuid not null,
  -- The member of the file who becomes the caller.
  member_in_file uuid,
  state text not null check (state in ('running', 'done', 'failed')),
  percent integer not null default 0,
  loaded_band uuid,
  -- Why it failed.
  message text,
  -- Files whose bytes may be stored, and which have no row yet.
  file_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  primary key (user_id, id)
);
create index band_imports_by_age on band_imports (created_at);

create function queue_deletion_of_imported_bytes() returns trigger language plpgsql as $$
begin
  insert into deleted_files (id) select unnest(old.file_ids) on conflict do nothing;
  return null;
end $$;

create trigger band_imports_deleted after delete on band_imports
  for each row execute function queue_deletion_of_imported_bytes();
