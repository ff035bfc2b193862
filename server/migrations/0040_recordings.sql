-- Recordings of events, with marks where songs begin, and who agreed for a band that it is recorded.

create table recordings (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  event_id uuid,
  file_id uuid not null,
  name text not null,
  bytes bigint not null,
  seconds double precision,
  recorded_at timestamptz not null,
  -- Null for one that is kept.
  expires_at timestamptz,
  -- When its end was announced.
  expiry_told_at timestamptz,
  version integer not null default 1,
  uploaded_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  hidden_at timestamptz,
  deleted_at timestamptz,
  primary key (band_id, id),
  foreign key (band_id, event_id) references events (band_id, id) on delete set null (event_id),
  foreign key (band_id, file_id) references files (band_id, id),
  foreign key (band_id, uploaded_by) references memberships (band_id, id) on delete set null (uploaded_by)
);
create index recordings_by_time on recordings (band_id, recorded_at, id);
create index recordings_by_event on recordings (band_id, event_id) where event_id is not null;
create index recordings_by_file on recordings (band_id, file_id);
create index recordings_by_member on recordings (band_id, uploaded_by) where uploaded_by is not null;
create index recordings_by_expiry on recordings (expires_at) where expires_at is not null and deleted_at is null;
create index recordings_by_deletion on recordings (deleted_at) where deleted_at is not null;

create table recording_marks (
  band_id uuid not null,
  recording_id uuid not null,
  id uuid not null,
  song_id uuid not null,
  at_seconds double precision not null,
  primary key (band_id, recording_id, id),
  foreign key (band_id, recording_id) references recordings (band_id, id) on delete cascade,
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade
);
create index recording_marks_by_song on recording_marks (band_id, song_id);

-- A band agrees once to be recorded.
create table recording_consents (
  band_id uuid primary key references bands on delete cascade,
  membership_id uuid,
  agreed_at timestamptz not null,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete set null (membership_id)
);
create index recording_consents_by_member on recording_consents (band_id, membership_id) where membership_id is not null;

create function delete_file_of_recording() returns trigger language plpgsql as $$
begin
  delete from files where band_id = old.band_id and id = old.file_id;
  return null;
end $$;

create trigger recordings_deleted after delete on recordings for each row execute function delete_file_of_recording();
