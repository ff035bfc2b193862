-- Restoring: a removed song keeps its row for 30 days, and what was deleted refers to the activity entry of its deletion.

alter table songs add column deleted_at timestamptz;
-- A removed song may be added again.
drop index songs_one_per_track;
create unique index songs_one_per_track on songs (band_id, spotify_id) where spotify_id is not null and deleted_at is null;
create index songs_listed on songs (band_id, created_at, id) where deleted_at is null;
create index songs_by_deletion on songs (deleted_at) where deleted_at is not null;

-- Null for what is not deleted, and for a deletion without an entry, such as that of a removed member's events. No foreign key: the rows
-- of days away are in no band, and the entry of their deletion is in each of their owner's bands under one id.
alter table events add column deletion_id uuid;
alter table unavailabilities add column deletion_id uuid;
alter table songs add column deletion_id uuid;
alter table setlists add column deletion_id uuid;
create index events_of_deletion on events (band_id, deletion_id) where deletion_id is not null;
create index unavailabilities_of_deletion on unavailabilities (user_id, deletion_id) where deletion_id is not null;
create index songs_of_deletion on songs (band_id, deletion_id) where deletion_id is not null;
create index setlists_of_deletion on setlists (band_id, deletion_id) where deletion_id is not null;
