-- Series: the events of a series are found by its id, and remember that a member edited one of them by itself.

alter table events
  -- Changes to the whole series leave this event as it is.
  add column edited_by_hand boolean not null default false,
  add check (series_id is not null or not edited_by_hand);
create index events_by_series on events (band_id, series_id, date) where series_id is not null;
