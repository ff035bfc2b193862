-- Whether a practice has moved to a coming day depends on the time of the change, which the application gives, as all times.
create or replace function follow_practice() returns trigger language plpgsql as $$
declare
  ticked uuid[] := array(select song_id from practised_songs where band_id = new.band_id and event_id = new.id);
begin
  if (new.date, new.start_time) is distinct from (old.date, old.start_time)
    and new.date <= (new.updated_at at time zone 'Europe/London')::date then
    update practised_songs set practised_at = (new.date + coalesce(new.start_time, time '12:00')) at time zone 'Europe/London'
    where band_id = new.band_id and event_id = new.id;
  end if;
  -- In the order of other writers.
  perform from songs where band_id = new.band_id and id = any(ticked) order by id for no key update;
  update songs set last_practised_at = last_practised_at(band_id, id) where band_id = new.band_id and id = any(ticked);
  return null;
end $$;
