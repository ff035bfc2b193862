-- Gig sheets, and the links that show them without a sign-in. events.has_gig_sheet is true once a sheet was saved.

create table gig_sheets (
  band_id uuid not null,
  event_id uuid not null,
  address text,
  -- [{time, label}] in the order in which the band typed them.
  times jsonb not null default '[]',
  contact_name text,
  contact_phone text,
  contact_email text,
  getting_there text,
  gear text,
  hospitality text,
  fee_pence integer check (fee_pence >= 0),
  fee_note text,
  fee_paid boolean not null default false,
  version integer not null default 1,
  primary key (band_id, event_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade
);

-- One live link per event. Revoking it deletes the row.
create table gig_sheet_links (
  band_id uuid not null,
  event_id uuid not null,
  -- Signed in the token: a link that is made after a revocation has another one.
  link_id uuid not null,
  with_fee boolean not null,
  with_contact boolean not null,
  primary key (band_id, event_id),
  foreign key (band_id, event_id) references events (band_id, id) on delete cascade
);
