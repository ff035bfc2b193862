-- Enquiries by the form of a public page. Until their sender confirms the address, they are encrypted and the band knows nothing of them.

create table unconfirmed_enquiries (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (band_id, id)
);
create index unconfirmed_enquiries_by_age on unconfirmed_enquiries (created_at);

create table enquiries (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  name text not null,
  -- The mail address of the sender, who has no account.
  reply_to text not null,
  occasion text not null,
  dates date[] not null,
  place text,
  text text not null,
  status text not null check (status in ('new', 'answered', 'pencilled', 'declined')),
  -- The events that were made of it, deleted ones too.
  event_ids uuid[] not null default '{}',
  received_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (band_id, id)
);
create index enquiries_by_time on enquiries (band_id, received_at);
create index enquiries_new on enquiries (band_id) where status = 'new';
create index enquiries_by_age on enquiries (updated_at);

-- The list of purposes is that of message.ts.
alter table outgoing_messages drop constraint if exists outgoing_messages_purpose_check;
