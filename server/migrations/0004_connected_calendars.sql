-- Calendars that users connect by their secret iCal address, and the times at which these make them busy.

create table busy_calendars (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- Whoever has the address can read the calendar: encrypted with the key that key_id names. The host alone identifies no calendar.
  key_id text not null,
  sealed_url bytea not null,
  host text not null,
  count_all_day boolean not null default false,
  -- Validators of the last response (RFC 9110 section 8.8). Used for a day after read_at, since the times must reach 13 months ahead.
  etag text,
  last_modified text,
  read_at timestamptz,
  -- Of the busy times: an equal response does not rewrite them.
  times_hash bytea,
  last_read_at timestamptz,
  next_read_at timestamptz not null,
  failing_since timestamptz,
  problem text,
  -- Incremented when the settings or the busy times change.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((failing_since is null) = (problem is null))
);
create index busy_calendars_by_user on busy_calendars (user_id, created_at);
create index busy_calendars_due on busy_calendars (next_read_at);

-- Wall-clock times in London, with the meaning of those of an event. Merged: those of one calendar do not overlap.
create table busy_intervals (
  calendar_id uuid not null references busy_calendars on delete cascade,
  date date not null,
  end_date date,
  last_day date not null,
  start_time time,
  end_time time,
  check (last_day >= date)
);
create index busy_intervals_by_day on busy_intervals (calendar_id, date);
-- Few intervals last longer than a night. With these in their own index, the query for a month scans busy_intervals_by_day from the day
-- before the month.
create index busy_intervals_long on busy_intervals (calendar_id, date) where last_day - date > 1;
create index busy_intervals_by_age on busy_intervals (last_day);

-- Signed into the address of the feed of all the user's bands: an increment invalidates the earlier one.
alter table users add column feed_version integer not null default 1;
