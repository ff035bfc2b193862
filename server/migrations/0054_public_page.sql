-- The public page of a band: which gigs it lists, its texts and its address.

alter table events
  add column is_listed boolean not null default false,
  add column ticket_url text,
  add column price_text text;
create index events_listed on events (band_id, last_day) where is_listed and deleted_at is null;

create table public_pages (
  band_id uuid primary key references bands on delete cascade,
  is_on boolean not null,
  bio text,
  hometown text,
  genres text[] not null,
  links jsonb not null,
  accepts_enquiries boolean not null,
  shows_past boolean not null,
  version integer not null default 1,
  updated_at timestamptz not null
);

-- Addresses of public pages. After a change the old one leads to the new one, and nobody else gets it, for 90 days.
create table public_slugs (
  slug text primary key,
  band_id uuid not null references bands on delete cascade,
  -- Null for the address in use.
  ended_at timestamptz
);
create unique index public_slugs_in_use on public_slugs (band_id) where ended_at is null;
create index public_slugs_by_band on public_slugs (band_id);
create index public_slugs_by_end on public_slugs (ended_at) where ended_at is not null;
