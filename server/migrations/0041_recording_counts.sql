-- How many recordings an event has, without deleted and hidden ones.

alter table events add column recording_count integer not null default 0;

create function count_recordings_of_event() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.event_id is not null and old.deleted_at is null and old.hidden_at is null then
    update events set recording_count = recording_count - 1 where band_id = old.band_id and id = old.event_id;
  end if;
  if tg_op <> 'DELETE' and new.event_id is not null and new.deleted_at is null and new.hidden_at is null then
    update events set recording_count = recording_count + 1 where band_id = new.band_id and id = new.event_id;
  end if;
  return null;
end $$;

create trigger recordings_counted after insert or delete or update of event_id, deleted_at, hidden_at on recordings
  for each row execute function count_recordings_of_event();
