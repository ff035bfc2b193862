-- What was deleted lately, for the calendar subscribers who must be told that it is off.

create index events_deleted on events (band_id, deleted_at) where deleted_at is not null;
create index unavailabilities_deleted on unavailabilities (user_id, deleted_at) where deleted_at is not null;
