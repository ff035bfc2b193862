-- Every text, mail and push message that leaves, in one table: it is the queue, the log, and what the budgets count.

create table outgoing_messages (
  -- For a sign-in code and a code for an email address also the id of the code.
  id uuid primary key,
  way text not null check (way in ('text', 'mail', 'push')),
  purpose text not null check (purpose in ('sign-in code', 'email code', 'invitation', 'dep text', 'notice')),
  -- The user who caused the message. Null for the system's own, such as reminders, and for requests without a session.
  caused_by uuid references users on delete set null,
  -- IPv4 address, or IPv6 /64, of the request. Null where no budget needs it, such as for codes that a known browser asks for.
  network_address text,
  -- The band whose budget the message counts towards.
  band_id uuid references bands on delete set null,
  -- Phone number, or email address in lower case, which mail servers ignore; null for notices.
  recipient text,
  -- The account that gets a notice.
  recipient_id uuid,
  -- What the message is composed from when it is sent. No codes, links or tokens.
  invitation_id uuid,
  -- The invited card. Without a foreign key: the row outlives the card.
  membership_id uuid,
  event_id uuid,
  -- Null for a dep who is being deleted: then `kind` says what the text is about.
  ask_id uuid references dep_asks on delete set null,
  kind text,
  notice_id uuid references notices (id) on delete cascade,
  -- A user asked for the message itself: it counts from the request on. Others count from their sending on.
  is_requested boolean not null,
  created_at timestamptz not null,
  -- When its job is due. Null while the turn of a dep has not come.
  due_at timestamptz,
  counted_at timestamptz,
  -- Before the provider gets the message, so that a crash sends no second one.
  claimed_at timestamptz,
  attempts smallint not null default 0,
  -- Push messages go to several devices: those that were claimed, and whether a push service accepted it for one of them.
  claimed_devices uuid[] not null default '{}',
  is_accepted boolean not null default false,
  outcome text check (outcome in ('sent', 'failed', 'dropped')),
  finished_at timestamptz,
  check ((outcome is null) = (finished_at is null))
);

-- A notice leaves once in each way, and an ask has one text at a time.
create unique index outgoing_messages_once on outgoing_messages (notice_id, way) where notice_id is not null;
create unique index outgoing_messages_unsent on outgoing_messages (ask_id)
  where ask_id is not null and claimed_at is null and outcome is null;
create index outgoing_messages_by_ask on outgoing_messages (ask_id) where ask_id is not null;
create index outgoing_messages_by_event on outgoing_messages (band_id, event_id) where event_id is not null;
create index outgoing_messages_by_card on outgoing_messages (membership_id) where membership_id is not null;
-- Budgets, one index each.
create index outgoing_messages_by_person on outgoing_messages (caused_by, counted_at) where caused_by is not null;
create index outgoing_messages_by_network on outgoing_messages (network_address, counted_at)
  where network_address is not null;
create index outgoing_messages_by_band on outgoing_messages (band_id, counted_at) where band_id is not null;
create index outgoing_messages_by_recipient on outgoing_messages (recipient, counted_at) where recipient is not null;
create index outgoing_messages_by_account on outgoing_messages (recipient_id, counted_at)
  where recipient_id is not null and way <> 'push';
create index outgoing_messages_texts_sent on outgoing_messages (claimed_at) where way = 'text' and claimed_at is not null;
create index outgoing_messages_texts on outgoing_messages (counted_at) where way = 'text' and purpose <> 'sign-in code';
create index outgoing_messages_mails on outgoing_messages (counted_at) where way = 'mail';
-- Retention, and the messages that wait.
create index outgoing_messages_finished on outgoing_messages (finished_at) where finished_at is not null;
create index outgoing_messages_waiting on outgoing_messages (due_at) where finished_at is null;

insert into outgoing_messages (id, way, purpose, network_address, recipient, is_requested, created_at, due_at, counted_at,
  claimed_at, outcome, finished_at)
select r.id, 'text', 'sign-in code', case when not r.known_browser then r.address end, r.phone, true, r.requested_at,
  r.requested_at, r.requested_at, c.sent_at, o.outcome, case when o.outcome is not null then coalesce(c.sent_at, r.requested_at) end
from code_requests r left join phone_codes c on c.id = r.id,
lateral (select case when c.sent_at is not null then 'sent' when c.id is null or c.expires_at < now() then 'dropped' end) o (outcome);

insert into outgoing_messages (id, way, purpose, caused_by, recipient, is_requested, created_at, due_at, counted_at, claimed_at,
  outcome, finished_at)
select c.id, 'mail', 'email code', c.user_id, lower(c.email), true, c.requested_at, c.requested_at, c.requested_at, c.sent_at,
  o.outcome, case when o.outcome is not null then coalesce(c.sent_at, c.requested_at) end
from notice_email_codes c,
lateral (select case when c.sent_at is not null then 'sent' when c.expires_at < now() then 'dropped' end) o (outcome);

insert into outgoing_messages (id, way, purpose, caused_by, network_address, band_id, recipient, invitation_id, membership_id,
  is_requested, created_at, due_at, counted_at, claimed_at, outcome, finished_at)
select id, case channel when 'sms' then 'text' else 'mail' end, 'invitation', requested_by, address, band_id, lower(recipient),
  invitation_id, membership_id, true, requested_at, requested_at, requested_at, sent_at,
  case when sent_at is not null then 'sent' end, sent_at
from invitation_messages;

insert into outgoing_messages (id, way, purpose, caused_by, network_address, band_id, recipient, event_id, ask_id, kind,
  is_requested, created_at, due_at, counted_at, claimed_at, outcome, finished_at)
select id, 'text', 'dep text', requested_by, address, band_id, recipient, event_id, ask_id, kind, requested_at is not null,
  coalesce(requested_at, queued_for, now()), queued_for, requested_at, sent_at, case when sent_at is not null then 'sent' end, sent_at
from dep_texts;

-- Those that are finished for a day count towards no budget any more.
insert into outgoing_messages (id, way, purpose, recipient_id, notice_id, is_requested, created_at, due_at, counted_at,
  claimed_at, attempts, claimed_devices, is_accepted, outcome, finished_at)
select gen_random_uuid(), case d.way when 'sms' then 'text' when 'email' then 'mail' else d.way end, 'notice', n.user_id, n.id, false,
  n.created_at, d.due_at, case when d.way <> 'push' then d.claimed_at end, d.claimed_at, d.attempts, d.claimed_devices, d.is_accepted,
  d.outcome, case when d.outcome is not null then coalesce(d.finished_at, now()) end
from notice_deliveries d join notices n on n.id = d.notice_id
where d.finished_at is null or d.finished_at > now() - interval '24 hours';

drop view texts_sent, message_texts_sent, notice_texts_sent, mails_sent, requested_messages;
drop table code_requests, invitation_messages, dep_texts, notice_deliveries;
alter table phone_codes drop column sent_at;
alter table notice_email_codes drop column sent_at;
drop index notice_email_codes_by_address;
