-- Deps: the dep book of a band, requests to deps for a gig, and the texts to them.

create table deps (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  name text not null,
  -- E.164.
  phone text not null,
  -- HMAC of band and number, by which dep_refusals knows the number.
  phone_mac bytea not null,
  instrument text not null,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (band_id, id),
  unique (band_id, phone)
);
-- For export and erasure.
create index deps_by_phone on deps (phone);

-- Numbers whose owners do not want to be asked by the band again. A row outlives the entry of the dep book.
create table dep_refusals (
  band_id uuid not null references bands on delete cascade,
  phone_mac bytea not null,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (band_id, phone_mac)
);

create table dep_requests (
  band_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  mode text not null check (mode in ('one-by-one', 'all')),
  wait_minutes integer not null,
  instrument text not null,
  fee_pence integer,
  -- The member in whose place the dep plays.
  covers_membership_id uuid,
  requested_by uuid,
  requested_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  -- The dep who plays, by the domain's rules: for reads of events, answers and clashes.
  filled_by uuid,
  -- When the latest timer job is due.
  timer_at timestamptz,
  primary key (band_id, id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, covers_membership_id) references memberships (band_id, id)
    on delete set null (covers_membership_id),
  foreign key (band_id, requested_by) references memberships (band_id, id) on delete set null (requested_by),
  foreign key (band_id, filled_by) references deps (band_id, id) on delete set null (filled_by)
);
create index dep_requests_by_event on dep_requests (band_id, event_id, requested_at);
create index dep_requests_by_age on dep_requests (requested_at);
-- For the foreign keys.
create index dep_requests_by_covered on dep_requests (band_id, covers_membership_id)
  where covers_membership_id is not null;
create index dep_requests_by_requester on dep_requests (band_id, requested_by) where requested_by is not null;
create index dep_requests_by_filler on dep_requests (band_id, filled_by) where filled_by is not null;

create table dep_asks (
  id uuid primary key,
  band_id uuid not null,
  request_id uuid not null,
  dep_id uuid not null,
  position smallint not null,
  -- Hash of the token in the dep's link.
  token_hash bytea not null unique,
  asked_at timestamptz,
  -- The provider refused the text.
  failed_at timestamptz,
  answer text check (answer in ('yes', 'no', 'never')),
  answered_at timestamptz,
  -- Hash of date, start time and place of the event as the last text said them, and as they were when the dep answered.
  texted_schedule text,
  answered_schedule text,
  -- What the last text was about (DepTextKind).
  texted_kind text,
  unique (band_id, request_id, dep_id),
  foreign key (band_id, request_id) references dep_requests (band_id, id) on delete cascade,
  foreign key (band_id, dep_id) references deps (band_id, id) on delete cascade
);
create index dep_asks_by_dep on dep_asks (band_id, dep_id);

-- One row for each text to a dep. The text that asks is counted from the request on, when it may be due days later.
create table dep_texts (
  id uuid primary key,
  band_id uuid not null references bands on delete cascade,
  event_id uuid not null,
  -- Null after the dep was deleted: then `kind` says what the text is about.
  ask_id uuid references dep_asks on delete set null,
  kind text,
  recipient text not null,
  -- User and IP address (IPv4, or IPv6 /64) of the request for texts that ask; null for those that follow.
  requested_by uuid references users on delete set null,
  address text,
  requested_at timestamptz not null default clock_timestamp(),
  -- When the job that sends it is due; null for the text of a dep whose turn has not come.
  queued_for timestamptz,
  sent_at timestamptz
);
create index dep_texts_by_ask on dep_texts (ask_id) where ask_id is not null;
-- One text at a time for each ask.
create unique index dep_texts_unsent on dep_texts (ask_id) where ask_id is not null and sent_at is null;
create index dep_texts_by_band on dep_texts (band_id, requested_at);
create index dep_texts_by_event on dep_texts (band_id, event_id);
create index dep_texts_by_recipient on dep_texts (recipient, requested_at);
create index dep_texts_by_person on dep_texts (requested_by, requested_at) where requested_by is not null;
create index dep_texts_by_address on dep_texts (address, requested_at) where address is not null;
create index dep_texts_by_age on dep_texts (requested_at);
create index dep_texts_sent on dep_texts (sent_at) where sent_at is not null;

create or replace view message_texts_sent as
  select sent_at from invitation_messages where channel = 'sms' and sent_at is not null
  union all
  select sent_at from notice_texts_sent
  union all
  select sent_at from dep_texts where sent_at is not null;

-- Messages that members asked for, for the budgets of a person and of an IP address.
create view requested_messages as
  select requested_by, address, requested_at from invitation_messages
  union all
  select requested_by, address, requested_at from dep_texts;

-- A dep plays: reads of other events then skip the requests.
alter table events add column has_dep boolean not null default false;
