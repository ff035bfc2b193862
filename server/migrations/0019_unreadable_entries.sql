-- Entries that the last successful reading could not read.
alter table busy_calendars add column skipped_count integer not null default 0 check (skipped_count >= 0);

-- The next reading is a full one: earlier ones neither counted unreadable entries nor knew all recurrence rules.
update busy_calendars set etag = null, last_modified = null;
