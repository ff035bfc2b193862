-- Event status, options of an enquiry, answers, history and free months.

alter table events
  add column status text not null default 'confirmed' check (status in ('confirmed', 'tentative', 'cancelled')),
  add column asks_answers boolean not null default false,
  add column reply_by date,
  add column series_id uuid,
  add column option_group_id uuid,
  add column option_number smallint,
  add column option_count smallint,
  add column setlist_id uuid,
  add column has_gig_sheet boolean not null default false,
  -- When admins last reminded the members without an answer.
  add column nudged_at timestamptz,
  -- Incremented when date, start time or place change: yes and maybe of an earlier value are stale.
  add column schedule_version integer not null default 1,
  -- Part of the calendar's ETag. An answer leaves `version` alone, so that it makes no parallel edit stale.
  add column answers_changed_at timestamptz,
  add check ((reply_by is null) or asks_answers),
  add check ((option_group_id is null) = (option_number is null)),
  add check ((option_group_id is null) = (option_count is null));
create index events_by_option_group on events (band_id, option_group_id) where option_group_id is not null;

create table answers (
  band_id uuid not null,
  event_id uuid not null,
  membership_id uuid not null,
  answer text not null check (answer in ('yes', 'maybe', 'no')),
  comment text,
  -- The admin or owner who answered for the member; null if the member did.
  set_by uuid,
  -- The event's schedule_version when the member answered.
  schedule_version integer not null,
  answered_at timestamptz not null default clock_timestamp(),
  primary key (band_id, event_id, membership_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade,
  foreign key (band_id, set_by) references memberships (band_id, id) on delete set null (set_by)
);
-- For the foreign keys: without them, removing a member scans the table.
create index answers_by_member on answers (band_id, membership_id, event_id);
create index answers_by_setter on answers (band_id, set_by) where set_by is not null;

-- The history of an event: one row for each version. Refers to users by id, like activity.
create table event_changes (
  band_id uuid not null,
  event_id uuid not null,
  version integer not null,
  user_id uuid references users on delete set null,
  -- [{field, from, to}], as `EventChange` has them; empty for the first version.
  fields jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (band_id, event_id, version),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade
);
-- For the foreign key: without it, deleting an account scans the table.
create index event_changes_by_user on event_changes (user_id) where user_id is not null;

-- Months about which a user said that they are free all month. Months are stored as their first day.
create table free_months (
  user_id uuid not null references users on delete cascade,
  month date not null,
  said_at timestamptz not null default now(),
  primary key (user_id, month)
);
create index free_months_by_age on free_months (month);
