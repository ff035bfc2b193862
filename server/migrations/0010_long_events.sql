-- Nearly all events begin in the days that they are shown in, or the night before. With the few others in an index of their
-- own, a month is read without what began in the year before it.
create index events_long on events (band_id, date) where deleted_at is null and last_day - date > 1;
