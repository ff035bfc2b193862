-- Notices: their causes, the notices, their deliveries, members' choices, and push subscriptions.

-- What happened and is not told yet. Written in the transaction of the change; the settler turns a row into notices.
create table pending_notices (
  id uuid primary key,
  cause text not null,
  -- What it is about: changes to one event, or the songs of one band, share a row.
  subject text not null,
  band_id uuid references bands on delete cascade,
  event_id uuid,
  -- The users who did it. They get no notice unless another one of them did it too.
  actor_ids uuid[] not null,
  facts jsonb not null,
  due_at timestamptz not null default clock_timestamp(),
  unique (cause, subject)
);
create index pending_notices_by_age on pending_notices (due_at);
create index pending_notices_by_band on pending_notices (band_id) where band_id is not null;

create table notices (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  -- Null for notices about the account itself.
  band_id uuid,
  event_id uuid,
  -- The row of pending_notices, or the reminder. All recipients of one cause share it.
  cause_id uuid not null,
  kind text not null,
  title text not null,
  body text not null,
  url text not null,
  -- The user whose display name is in the text. Account erasure removes it.
  named_user_id uuid,
  -- For notices that several servers may make at once. Unique for each user.
  dedup_key text,
  -- About a change to an event that starts within 24 hours: goes out by push and mail, at any hour.
  is_urgent boolean not null default false,
  -- The schedule_version of the event that a reminder is for: it is not sent after a move.
  schedule_version integer,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  primary key (user_id, id),
  -- Deleted with the membership: a removed member keeps no notices of the band.
  foreign key (band_id, user_id) references memberships (band_id, user_id) on delete cascade,
  foreign key (band_id, event_id) references events (band_id, id) on delete set null (event_id)
);
create unique index notices_by_id on notices (id);
create unique index notices_dedup on notices (user_id, dedup_key) where dedup_key is not null;
create index notices_unread on notices (user_id) where read_at is null;
create index notices_by_event on notices (band_id, event_id, id) where event_id is not null;
create index notices_by_member on notices (band_id, user_id) where band_id is not null;
create index notices_by_named_user on notices (named_user_id) where named_user_id is not null;
create index notices_by_age on notices (created_at);

-- One row for each way in which a notice goes out, with its job in the job queue.
create table notice_deliveries (
  notice_id uuid not null references notices (id) on delete cascade,
  way text not null check (way in ('push', 'email', 'sms')),
  due_at timestamptz not null,
  attempts smallint not null default 0,
  -- Push subscriptions to which the notice was handed over, or is being: claimed before sending, so that a crash sends no second one.
  claimed_devices uuid[] not null default '{}',
  claimed_at timestamptz,
  -- A push service accepted it for one device at least.
  is_accepted boolean not null default false,
  outcome text check (outcome in ('sent', 'failed', 'dropped')),
  finished_at timestamptz,
  primary key (notice_id, way)
);
create index notice_deliveries_open on notice_deliveries (way, due_at) where outcome is null;
create index notice_deliveries_texts on notice_deliveries (claimed_at) where way = 'sms' and claimed_at is not null;

-- Texts other than sign-in codes: they share half of the installation's daily limit.
create view message_texts_sent as
  select sent_at from invitation_messages where channel = 'sms' and sent_at is not null
  union all
  select claimed_at from notice_deliveries where way = 'sms' and claimed_at is not null;

create or replace view texts_sent as
  select sent_at from phone_codes where sent_at is not null
  union all
  select sent_at from message_texts_sent;

-- A user without a row has the defaults of the domain.
create table notice_settings (
  user_id uuid primary key references users on delete cascade,
  -- As `NoticeSettings` has them.
  groups jsonb not null,
  reminders jsonb not null,
  changed_at timestamptz not null default now()
);

create table push_subscriptions (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, id)
);

-- For reminders, which read the events of one day over all bands.
create index events_by_date on events (date, band_id, id) where deleted_at is null;
create index events_by_reply_by on events (reply_by, band_id, id) where reply_by is not null and deleted_at is null;
