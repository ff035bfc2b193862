-- Set lists, what bands note about songs, and which songs a practice practised.

alter table songs
  add column duration_seconds integer,
  add column key text,
  add column tempo integer,
  add column note text,
  -- The latest practised_at of the song in practised_songs.
  add column last_practised_at timestamptz;

create table setlists (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  name text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  primary key (band_id, id)
);
create index setlists_by_deletion on setlists (deleted_at) where deleted_at is not null;

create table setlist_items (
  band_id uuid not null,
  setlist_id uuid not null,
  id uuid not null,
  position integer not null,
  song_id uuid,
  -- The text of a break or own line, or the song's title: it stays when the song is removed.
  label text not null,
  note text,
  duration_seconds integer,
  primary key (band_id, setlist_id, id),
  foreign key (band_id, setlist_id) references setlists (band_id, id) on delete cascade,
  foreign key (band_id, song_id) references songs (band_id, id) on delete set null (song_id)
);
-- For the foreign key: without it, removing a song scans the table.
create index setlist_items_by_song on setlist_items (band_id, song_id) where song_id is not null;

alter table events
  add foreign key (band_id, setlist_id) references setlists (band_id, id) on delete set null (setlist_id);
create index events_by_setlist on events (band_id, setlist_id) where setlist_id is not null;

create table practised_songs (
  band_id uuid not null,
  event_id uuid not null,
  song_id uuid not null,
  -- The event's start, or noon in London without a start time.
  practised_at timestamptz not null,
  primary key (band_id, event_id, song_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade
);
create index practised_songs_by_song on practised_songs (band_id, song_id, practised_at);
