-- Addresses for notices by mail, the codes that verify them, and the count of mails.

create table notice_emails (
  user_id uuid primary key references users on delete cascade,
  -- Not unique: a couple may share an address. Each of their accounts has verified it, and each mail says for whom it is.
  email text not null,
  verified_at timestamptz not null default clock_timestamp(),
  -- When a mail server last said that the address does not exist. It gets no mail until it is verified again.
  bounced_at timestamptz
);
create index notice_emails_by_address on notice_emails (lower(email));

-- One row for each code that was asked for. Rows stay a day for the limits, also when the code has ended.
create table notice_email_codes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  requested_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Null until the code is generated and sent.
  code_mac bytea,
  sent_at timestamptz,
  attempts integer not null default 0,
  -- Used, withdrawn, or replaced by a code for another address.
  ended_at timestamptz,
  bounced_at timestamptz
);
create index notice_email_codes_by_user on notice_email_codes (user_id, requested_at desc);
create index notice_email_codes_by_address on notice_email_codes (lower(email), requested_at);
create index notice_email_codes_by_age on notice_email_codes (requested_at);

create index invitation_messages_mails on invitation_messages (requested_at) where channel = 'mail';
create index notice_deliveries_mails on notice_deliveries (claimed_at) where way = 'email' and claimed_at is not null;

-- All mails of the installation, for their daily limit. Those that are asked for count from then on.
create view mails_sent as
  select requested_at as at from invitation_messages where channel = 'mail'
  union all
  select requested_at from notice_email_codes
  union all
  select claimed_at from notice_deliveries where way = 'email' and claimed_at is not null;
