-- Charts of songs with their last versions: a file, or a text.

create table charts (
  band_id uuid not null,
  id uuid not null,
  song_id uuid not null,
  name text not null,
  part text,
  version integer not null default 1,
  uploaded_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (band_id, id),
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, uploaded_by) references memberships (band_id, id) on delete set null (uploaded_by)
);
create index charts_by_song on charts (band_id, song_id);
create index charts_by_member on charts (band_id, uploaded_by) where uploaded_by is not null;
create index charts_by_deletion on charts (deleted_at) where deleted_at is not null;

create table chart_versions (
  band_id uuid not null,
  chart_id uuid not null,
  version integer not null,
  kind text not null check (kind in ('pdf', 'image', 'text')),
  bytes integer not null,
  pages integer,
  file_id uuid,
  text text,
  format text check (format in ('plain', 'chordpro')),
  uploaded_by uuid,
  created_at timestamptz not null,
  primary key (band_id, chart_id, version),
  foreign key (band_id, chart_id) references charts (band_id, id) on delete cascade,
  foreign key (band_id, file_id) references files (band_id, id),
  foreign key (band_id, uploaded_by) references memberships (band_id, id) on delete set null (uploaded_by),
  check ((kind = 'text') = (text is not null) and (kind = 'text') = (format is not null) and (kind = 'text') = (file_id is null))
);
-- A restored version has the file of the earlier one.
create index chart_versions_by_file on chart_versions (band_id, file_id) where file_id is not null;
create index chart_versions_by_member on chart_versions (band_id, uploaded_by) where uploaded_by is not null;

create function delete_file_of_chart_version() returns trigger language plpgsql as $$
begin
  delete from files where band_id = old.band_id and id = old.file_id and not exists (
    select from chart_versions where band_id = old.band_id and file_id = old.file_id);
  return null;
end $$;

create trigger chart_versions_deleted after delete on chart_versions
  for each row when (old.file_id is not null) execute function delete_file_of_chart_version();
