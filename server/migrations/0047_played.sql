-- What gigs played, in playing order.

create table played_lists (
  band_id uuid not null,
  event_id uuid not null,
  reported_on date,
  version integer not null default 1,
  primary key (band_id, event_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade
);

create table played_songs (
  band_id uuid not null,
  event_id uuid not null,
  position integer not null,
  song_id uuid,
  -- As the song had them when the list was saved: they stay when it is removed.
  title text not null,
  writers text,
  is_own boolean not null default false,
  seconds integer,
  primary key (band_id, event_id, position),
  foreign key (band_id, event_id) references played_lists (band_id, event_id) on delete cascade,
  foreign key (band_id, song_id) references songs (band_id, id) on delete set null (song_id)
);
create index played_songs_by_song on played_songs (band_id, song_id) where song_id is not null;

create function last_played_on(band uuid, song uuid) returns date language sql stable
  return (
    select max(e.date) from played_songs p join events e on e.band_id = p.band_id and e.id = p.event_id
    where p.band_id = band and p.song_id = song and e.deleted_at is null and e.status <> 'cancelled'
      and e.type in ('gig', 'public_gig', 'festival'));

-- The songs of a gig follow it.
create function follow_gig() returns trigger language plpgsql as $$
declare
  played uuid[] := array(
    select distinct song_id from played_songs
    where band_id = new.band_id and event_id = new.id and song_id is not null);
begin
  -- In the order of other writers.
  perform from songs where band_id = new.band_id and id = any(played) order by id for no key update;
  update songs set last_played_on = last_played_on(band_id, id) where band_id = new.band_id and id = any(played);
  return null;
end $$;

create trigger follow_gig after update of date, status, type, deleted_at on events
  for each row when ((new.date, new.status, new.type, new.deleted_at)
    is distinct from (old.date, old.status, old.type, old.deleted_at))
  execute function follow_gig();
