-- Notes that are pinned to an event, a song, a set list or a recording; votes in their polls; how far members have read.

create table notes (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  event_id uuid,
  song_id uuid,
  setlist_id uuid,
  recording_id uuid,
  -- The place in the thread, from 1.
  position integer not null,
  at_seconds double precision,
  text text not null,
  written_by uuid,
  user_id uuid references users on delete set null,
  -- The writer's name in a band file, of somebody who had left the band.
  member_name text,
  -- Memberships.
  mentions uuid[] not null default '{}',
  -- {choices: [{id, label}], allowsSeveral, closesOn}
  poll jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  edited_at timestamptz,
  hidden_at timestamptz,
  primary key (band_id, id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, setlist_id) references setlists (band_id, id) on delete cascade,
  foreign key (band_id, recording_id) references recordings (band_id, id) on delete cascade,
  foreign key (band_id, written_by) references memberships (band_id, id) on delete set null (written_by),
  check (num_nonnulls(event_id, song_id, setlist_id, recording_id) = 1)
);
create unique index notes_of_event on notes (band_id, event_id, position) where event_id is not null;
create unique index notes_of_song on notes (band_id, song_id, position) where song_id is not null;
create unique index notes_of_setlist on notes (band_id, setlist_id, position) where setlist_id is not null;
create unique index notes_of_recording on notes (band_id, recording_id, position) where recording_id is not null;
create index notes_by_member on notes (band_id, written_by, created_at) where written_by is not null;
create index notes_by_user on notes (user_id) where user_id is not null;

-- All votes of a member in a poll.
create table note_votes (
  band_id uuid not null,
  note_id uuid not null,
  membership_id uuid not null,
  choice_ids uuid[] not null,
  voted_at timestamptz not null,
  primary key (band_id, note_id, membership_id),
  foreign key (band_id, note_id) references notes (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade
);
create index note_votes_by_member on note_votes (band_id, membership_id);

-- How far a member has read a thread, and whether its notes make notices for them.
create table note_readers (
  band_id uuid not null,
  membership_id uuid not null,
  event_id uuid,
  song_id uuid,
  setlist_id uuid,
  recording_id uuid,
  read_position integer not null default 0,
  is_muted boolean not null default false,
  subject_id uuid not null generated always as (coalesce(event_id, song_id, setlist_id, recording_id)) stored,
  primary key (band_id, membership_id, subject_id),
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade,
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, setlist_id) references setlists (band_id, id) on delete cascade,
  foreign key (band_id, recording_id) references recordings (band_id, id) on delete cascade,
  check (num_nonnulls(event_id, song_id, setlist_id, recording_id) = 1)
);
create index note_readers_of_event on note_readers (band_id, event_id) where event_id is not null;
create index note_readers_of_song on note_readers (band_id, song_id) where song_id is not null;
create index note_readers_of_setlist on note_readers (band_id, setlist_id) where setlist_id is not null;
create index note_readers_of_recording on note_readers (band_id, recording_id) where recording_id is not null;

-- Beside the other columns, so that lists of events, songs and set lists read no other table. `notes_unread_by` has memberships.
alter table events
  add column note_count integer not null default 0,
  add column notes_unread_by uuid[] not null default '{}';
alter table songs
  add column note_count integer not null default 0,
  add column notes_unread_by uuid[] not null default '{}';
alter table setlists
  add column note_count integer not null default 0,
  add column notes_unread_by uuid[] not null default '{}';
alter table recordings
  add column note_count integer not null default 0,
  add column notes_unread_by uuid[] not null default '{}';
