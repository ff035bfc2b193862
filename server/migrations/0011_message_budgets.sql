-- Limits on messages and codes that one person, one address or one browser has for itself.

-- Invitation messages count per person and per address (IPv4, or IPv6 /64) too. Null where an operator's command asked.
alter table invitation_messages
  add column requested_by uuid references users on delete set null,
  add column address text;
create index invitation_messages_by_person on invitation_messages (requested_by, requested_at)
  where requested_by is not null;
create index invitation_messages_by_address on invitation_messages (address, requested_at) where address is not null;

-- Codes that a known browser of the number's account asks for have a budget of their own.
alter table code_requests add column known_browser boolean not null default false;

-- Wrong codes typed in a known browser since its last sign-in; they lock that browser and nobody else.
alter table known_browsers
  add column failures integer not null default 0,
  add column locked_until timestamptz;
