-- People, bands, invitations, the calendar, and what signing in needs.
-- Every band-owned table leads with band_id, so that a band's rows can live together when the data is spread.

create table users (
  id uuid primary key,
  phone text not null unique,
  email text,
  first_name text,
  last_name text,
  display_name text,
  hometown text,
  instrument text,
  avatar_url text,
  platform_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Only the SHA-256 of a session's token is kept, so this table signs nobody in.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id, created_at desc);
create index sessions_by_expiry on sessions (expires_at);

-- A browser that signed an account in may go on guessing codes while strangers have locked the number.
create table known_browsers (
  browser_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  signed_in_at timestamptz not null default now(),
  primary key (browser_hash, user_id)
);
create index known_browsers_by_user on known_browsers (user_id);

-- One row a request. The code is made when it is sent and kept only as an HMAC with the server's key.
create table phone_codes (
  id uuid primary key,
  phone text not null,
  flow_hash bytea not null,
  code_mac bytea,
  invitation_id uuid,
  sent_at timestamptz,
  attempts integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index phone_codes_by_flow on phone_codes (flow_hash, phone, created_at desc);
create index phone_codes_by_age on phone_codes (created_at);
create index phone_codes_sent on phone_codes (sent_at) where sent_at is not null;

-- Wrong codes since the last success; a resend does not reset them.
create table phone_failures (
  phone text primary key,
  failures integer not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);

-- Every code asked for, whoever asked, so that the limits hold alike for known and unknown numbers.
create table code_requests (
  id uuid primary key,
  phone text not null,
  address text not null,
  requested_at timestamptz not null default now()
);
create index code_requests_by_phone on code_requests (phone, requested_at desc);
create index code_requests_by_address on code_requests (address, requested_at desc);
create index code_requests_by_age on code_requests (requested_at);

create table bands (
  id uuid primary key,
  name text not null,
  description text,
  avatar_url text,
  profile_image text,
  bio text,
  hometown text,
  socials jsonb not null default '{}',
  genres text[] not null default '{}',
  spotify_artist_id text,
  apple_artist_id text,
  allowed_event_types text[] not null default '{practice,public_gig}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A null display_name means the person's own.
create table memberships (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  user_id uuid references users on delete cascade,
  role text not null,
  access text not null check (access in ('owner', 'admin', 'member')),
  status text not null check (status in ('active', 'invited')),
  display_name text,
  color text not null,
  icon text not null,
  avatar_url text,
  email text,
  feed_version integer not null default 1,
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (band_id, id),
  check ((status = 'active') = (user_id is not null))
);
create unique index memberships_one_per_person on memberships (band_id, user_id);
create index memberships_by_user on memberships (user_id, band_id);
create index memberships_by_id on memberships (id);

create table invitations (
  id uuid primary key,
  kind text not null check (kind in ('general', 'phone', 'email', 'founder')),
  token_hash bytea not null unique,
  band_id uuid references bands on delete cascade,
  membership_id uuid,
  invited_by uuid references users on delete set null,
  phone text,
  email text,
  max_uses integer not null,
  uses integer not null default 0 check (uses <= max_uses),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade,
  check ((kind = 'founder') = (band_id is null))
);
create index invitations_by_band on invitations (band_id, created_at desc);
create index invitations_by_phone on invitations (phone) where phone is not null;

-- A deleted event stays as a row with deleted_at, so that calendar subscribers can be told that it is off.
create table events (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  type text not null check (type <> 'unavailable'),
  title text,
  date date not null,
  end_date date,
  last_day date not null,
  start_time time,
  end_time time,
  location text,
  venue text,
  notes text,
  is_public boolean not null,
  is_all_day boolean not null,
  added_by uuid,
  owner_user_id uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (band_id, id),
  foreign key (band_id, added_by) references memberships (band_id, id) on delete set null (added_by),
  check (last_day >= date)
);
create index events_by_day on events (band_id, date) where deleted_at is null;
create index events_by_last_day on events (band_id, last_day) where deleted_at is null;

-- Days away belong to a person; all their bands see the dates. band_id is the band where it was written,
-- the only one besides its owner that sees the note.
create table unavailabilities (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  band_id uuid references bands on delete set null,
  title text,
  date date not null,
  end_date date,
  last_day date not null,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (user_id, id),
  check (last_day >= date)
);
create index unavailabilities_by_day on unavailabilities (user_id, date) where deleted_at is null;
create index unavailabilities_by_id on unavailabilities (id);
create index unavailabilities_by_band on unavailabilities (band_id) where band_id is not null;

-- The first answer to a create, kept a day so that a repeat returns it instead of creating twice.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Pictures, re-encoded and stored once by their content.
create table images (
  id uuid primary key,
  content_hash bytea not null unique,
  content bytea not null,
  created_at timestamptz not null default now()
);
