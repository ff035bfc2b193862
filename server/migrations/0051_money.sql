-- Money of bands: settlements of gigs, and a ledger whose lines are never changed.

-- The people of a ledger: a member, or a former one under the name at that time. Who comes back is the same person, by `user_id`.
create table ledger_people (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  -- The card of a member; null after it is gone.
  membership_id uuid,
  user_id uuid references users on delete set null,
  -- The name of who has no card any more.
  name text not null,
  primary key (band_id, id),
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete set null (membership_id)
);
create index ledger_people_by_member on ledger_people (band_id, membership_id) where membership_id is not null;
create index ledger_people_by_user on ledger_people (user_id) where user_id is not null;

-- Lines refer to nothing that can go before the band does: not to events, memberships or files.
create table ledger_entries (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  at timestamptz not null,
  -- The day that the line counts for.
  on_day date not null,
  kind text not null check (kind in
    ('fee', 'agent', 'cost', 'dep', 'share', 'expense', 'income', 'payment', 'pot', 'reversal')),
  event_id uuid,
  person_id uuid,
  -- What the line adds to what the band owes the person; without a person the amount is only shown.
  pence integer not null,
  pot_pence integer not null,
  method text check (method in ('cash', 'bank')),
  note text,
  -- The receipt of an expense.
  file_id uuid,
  reverses uuid,
  -- Whether a settlement wrote the line: reopening it reverses these.
  is_of_settlement boolean not null,
  made_by uuid,
  primary key (band_id, id),
  foreign key (band_id, person_id) references ledger_people (band_id, id),
  foreign key (band_id, made_by) references ledger_people (band_id, id),
  check ((kind = 'reversal') = (reverses is not null))
);
create unique index ledger_entries_reversed_once on ledger_entries (band_id, reverses) where reverses is not null;
create index ledger_entries_by_time on ledger_entries (band_id, at desc, id desc);
create index ledger_entries_by_person on ledger_entries (band_id, person_id, on_day) where person_id is not null;
create index ledger_entries_by_event on ledger_entries (band_id, event_id) where event_id is not null;
create index ledger_entries_by_maker on ledger_entries (band_id, made_by) where made_by is not null;

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  -- The lines go with their band: the foreign key deletes them after the row of the band.
  if tg_op = 'DELETE' and not exists (select from bands where id = old.band_id) then return old; end if;
  raise exception 'Lines of the ledger are never changed or deleted' using errcode = 'restrict_violation';
end $$;

create trigger ledger_entries_are_final before update or delete on ledger_entries
  for each row execute function refuse_change_of_ledger();
create trigger ledger_entries_are_not_truncated before truncate on ledger_entries
  for each statement execute function refuse_change_of_ledger();

create table settlements (
  band_id uuid not null,
  event_id uuid not null,
  status text not null check (status in ('draft', 'settled')),
  fee_pence integer not null,
  agent_pence integer not null,
  agent_percent float8,
  costs jsonb not null,
  deps jsonb not null,
  pot_pence integer not null,
  pot_percent float8,
  -- Person of the ledger, weight and pence of each share, in the order of members.
  shares jsonb not null,
  version integer not null default 1,
  settled_at timestamptz,
  primary key (band_id, event_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  check ((status = 'settled') = (settled_at is not null))
);

-- Miles that a person drove for an event.
create table gig_miles (
  band_id uuid not null,
  event_id uuid not null,
  person_id uuid not null,
  miles integer not null check (miles between 0 and 2000),
  primary key (band_id, event_id, person_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade,
  foreign key (band_id, person_id) references ledger_people (band_id, id) on delete cascade
);
create index gig_miles_by_person on gig_miles (band_id, person_id);
