-- Invitations by message, what was sent for them, and a band's history.

-- An invitation by message has no token until the moment it is sent.
alter table invitations alter column token_hash drop not null;

-- Every message that an invitation asked for, kept a day so that the limits on them hold; revoking does not reset them.
create table invitation_messages (
  id uuid primary key,
  invitation_id uuid not null,
  band_id uuid references bands on delete set null,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  requested_at timestamptz not null default now(),
  sent_at timestamptz
);
create index invitation_messages_by_band on invitation_messages (band_id, requested_at);
create index invitation_messages_by_recipient on invitation_messages (recipient, requested_at);
create index invitation_messages_by_age on invitation_messages (requested_at);
create index invitation_messages_sent on invitation_messages (sent_at) where sent_at is not null and channel = 'sms';

-- Every text that went out, for the limit on all of them.
create view texts_sent as
  select sent_at from phone_codes where sent_at is not null
  union all
  select sent_at from invitation_messages where channel = 'sms' and sent_at is not null;

-- What people were called when they were removed from a band. Goes with their account, and so out of the band's history.
create table activity_names (
  band_id uuid not null references bands on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  kept_at timestamptz not null default now(),
  primary key (band_id, user_id)
);
create index activity_names_by_age on activity_names (kept_at);
create index activity_names_by_user on activity_names (user_id);

-- Who did what in a band. `about_user_id` or `about_membership_id` names a person it was done to.
create table activity (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  user_id uuid not null,
  verb text not null,
  about_user_id uuid,
  about_membership_id uuid,
  subject text,
  day date,
  previous_day date,
  at timestamptz not null default clock_timestamp(),
  primary key (band_id, id)
);
create index activity_by_age on activity (at);
