-- How members get to a gig.

create table lifts (
  band_id uuid not null,
  event_id uuid not null,
  membership_id uuid not null,
  mode text not null check (mode in ('drives', 'rides', 'own', 'needs')),
  seats integer check (seats between 1 and 16),
  from_place text,
  leaves_at time,
  -- A member with the mode `drives` at the same gig.
  driver_id uuid,
  -- Since when the member has this mode and driver: the order of riders.
  since timestamptz not null,
  primary key (band_id, event_id, membership_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade,
  check ((mode = 'drives') = (seats is not null)),
  check ((mode = 'rides') = (driver_id is not null))
);
create index lifts_by_member on lifts (band_id, membership_id);
-- For the deletion after the gig.
create index lifts_by_since on lifts (since);

-- Riders of a driver who stops, or who leaves the band, need a lift again.
create function release_riders() returns trigger language plpgsql as $$
begin
  update lifts set mode = 'needs', driver_id = null
  where band_id = old.band_id and event_id = old.event_id and driver_id = old.membership_id;
  return null;
end $$;

create trigger driver_stopped after update of mode on lifts
  for each row when (old.mode = 'drives' and new.mode <> 'drives') execute function release_riders();
create trigger driver_gone after delete on lifts
  for each row when (old.mode = 'drives') execute function release_riders();
