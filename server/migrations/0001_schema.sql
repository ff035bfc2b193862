-- Long because it defines the whole schema.
-- Primary keys of a band's tables begin with band_id, so that these tables can be sharded by band.
-- Indexes named ..._by_age, ..._by_expiry and ..._by_deletion serve the retention rules.

-- Accounts and sign-in

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

-- Stores only the SHA-256 of the session token: a copy of this table cannot be used to sign in.
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

-- Browsers that have signed in to an account. Each has its own limit on wrong codes, so that attempts from unknown
-- browsers cannot lock the user out.
create table known_browsers (
  browser_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  signed_in_at timestamptz not null default now(),
  -- Wrong codes since the last sign-in from this browser.
  failures integer not null default 0,
  locked_until timestamptz,
  primary key (browser_hash, user_id)
);
create index known_browsers_by_user on known_browsers (user_id);
create index known_browsers_by_age on known_browsers (signed_in_at);

-- One row per code request of one browser. The job generates the code when it sends it. Only an HMAC of the code is
-- stored, with a key derived from SECRET_KEY.
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

-- Wrong codes from unknown browsers since the last right code. A resent code does not reset them.
create table phone_failures (
  phone text primary key,
  failures integer not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
create index phone_failures_by_age on phone_failures (updated_at);

-- For the rate limits on code requests. Numbers without an account are counted too, so that the limits do not reveal
-- which numbers have one.
create table code_requests (
  id uuid primary key,
  phone text not null,
  -- IPv4 address, or IPv6 /64.
  address text not null,
  -- Requests from a known browser of the number's account have a separate limit.
  known_browser boolean not null default false,
  requested_at timestamptz not null default now()
);
create index code_requests_by_phone on code_requests (phone, requested_at desc);
create index code_requests_by_address on code_requests (address, requested_at desc);
create index code_requests_by_age on code_requests (requested_at);

-- Accounts at an OpenID provider, identified by issuer and subject. An email address can pass to another person, so it
-- identifies no account and is stored masked ("c•••@gmail.com").
create table identities (
  id uuid not null default gen_random_uuid() unique,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  masked_email text,
  attached_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id, attached_at);

-- Identities that are not linked to an account. A phone sign-in in the same browser may link them.
create table pending_identities (
  secret_hash bytea primary key,
  issuer text not null,
  subject text not null,
  masked_email text,
  expires_at timestamptz not null
);

-- Single-use states of OAuth requests in progress. State, nonce and PKCE verifier are derived from the secret in the
-- browser's cookie: a copy of this table cannot be used to complete a request.
create table oauth_states (
  secret_hash bytea primary key,
  provider text not null check (provider in ('google', 'spotify')),
  -- The signed-in user who connects a Spotify account. A Google sign-in has none.
  user_id uuid references users on delete cascade,
  return_to text,
  expires_at timestamptz not null,
  check ((provider = 'spotify') = (user_id is not null))
);
create index oauth_states_by_user on oauth_states (user_id) where user_id is not null;

-- A user's Spotify connection in one browser. Stores the hash of its handle, and the tokens encrypted with the key that
-- key_id names. Each token refresh increments version.
create table spotify_connections (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  handle_hash bytea not null unique,
  key_id text not null,
  sealed_tokens bytea not null,
  -- Expiry of the access token.
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index spotify_connections_by_user on spotify_connections (user_id, created_at desc);
create index spotify_connections_by_age on spotify_connections (created_at);

-- Bands, members and invitations

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

create table memberships (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  user_id uuid references users on delete cascade,
  role text not null,
  access text not null check (access in ('owner', 'admin', 'member')),
  status text not null check (status in ('active', 'invited')),
  -- Overrides the user's display name in this band.
  display_name text,
  color text not null,
  icon text not null,
  avatar_url text,
  email text,
  -- Signed into the feed addresses: an increment invalidates the earlier ones.
  feed_version integer not null default 1,
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (band_id, id),
  check ((status = 'active') = (user_id is not null))
);
create unique index memberships_one_per_person on memberships (band_id, user_id);
create index memberships_by_user on memberships (user_id, band_id);
create index memberships_by_id on memberships (id);
create index memberships_waiting on memberships (created_at) where status = 'invited';

create table invitations (
  id uuid primary key,
  kind text not null check (kind in ('general', 'phone', 'email', 'founder')),
  -- Null until the job that sends the invitation generates the token.
  token_hash bytea unique,
  -- Null for a founder invitation, which lets a new user create a band.
  band_id uuid references bands on delete cascade,
  -- The invited card that accepting the invitation fills.
  membership_id uuid,
  invited_by uuid references users on delete set null,
  phone text,
  email text,
  -- Whom a text invitation is for, as the inviter calls them.
  name text,
  -- The inviter's own name for a link.
  note text,
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
create index invitations_by_expiry on invitations (expires_at);
-- For the foreign key: without it, deleting an account scans the table.
create index invitations_by_inviter on invitations (invited_by) where invited_by is not null;

-- For the rate limits on invitation messages. A row outlives its invitation, so that revoking one resets no limit.
create table invitation_messages (
  id uuid primary key,
  invitation_id uuid not null,
  band_id uuid references bands on delete set null,
  -- The invited card, by which account erasure finds the recipient. No foreign key: the row outlives the card.
  membership_id uuid,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  -- User and IP address (IPv4, or IPv6 /64) of the request. Null for an operator's command.
  requested_by uuid references users on delete set null,
  address text,
  requested_at timestamptz not null default now(),
  sent_at timestamptz
);
create index invitation_messages_by_band on invitation_messages (band_id, requested_at);
create index invitation_messages_by_recipient on invitation_messages (recipient, requested_at);
create index invitation_messages_by_person on invitation_messages (requested_by, requested_at)
  where requested_by is not null;
create index invitation_messages_by_address on invitation_messages (address, requested_at) where address is not null;
create index invitation_messages_by_card on invitation_messages (membership_id) where membership_id is not null;
create index invitation_messages_by_age on invitation_messages (requested_at);
create index invitation_messages_sent on invitation_messages (sent_at) where sent_at is not null and channel = 'sms';

-- All text messages that the installation has sent, for their daily limit.
create view texts_sent as
  select sent_at from phone_codes where sent_at is not null
  union all
  select sent_at from invitation_messages where channel = 'sms' and sent_at is not null;

-- Calendar

-- A deleted event keeps its row with deleted_at: calendar feeds show it as cancelled.
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
-- Few events last longer than a night. With these in their own index, the query for a month scans events_by_day from
-- the day before the month, not from a year before it.
create index events_long on events (band_id, date) where deleted_at is null and last_day - date > 1;
create index events_deleted on events (band_id, deleted_at) where deleted_at is not null;
create index events_by_deletion on events (deleted_at) where deleted_at is not null;
-- For the foreign key: without it, deleting an account scans the table.
create index events_by_owner on events (owner_user_id) where owner_user_id is not null;

-- Days away belong to a user, and all bands of the user see the dates. Only the user and the band where the days were
-- entered (band_id) see the note.
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
create index unavailabilities_deleted on unavailabilities (user_id, deleted_at) where deleted_at is not null;
create index unavailabilities_by_deletion on unavailabilities (deleted_at) where deleted_at is not null;

-- Practice list

create table songs (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  title text not null,
  artist text not null,
  album text,
  spotify_id text,
  spotify_url text,
  image_url text,
  preview_url text,
  added_by uuid,
  created_at timestamptz not null default now(),
  primary key (band_id, id),
  foreign key (band_id, added_by) references memberships (band_id, id) on delete set null (added_by)
);
-- Songs added by hand have no Spotify id and may share a title.
create unique index songs_one_per_track on songs (band_id, spotify_id) where spotify_id is not null;

create table song_readiness (
  band_id uuid not null,
  song_id uuid not null,
  membership_id uuid not null,
  status text not null check (status in ('red', 'amber', 'green')),
  updated_at timestamptz not null default now(),
  primary key (band_id, song_id, membership_id),
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade
);

create table song_vetos (
  band_id uuid not null,
  song_id uuid not null,
  membership_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (band_id, song_id, membership_id),
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade
);

-- Activity

-- Refers to users by id: account erasure removes their names with their accounts. Only band_id has a foreign key, since
-- rows outlive accounts and invited cards.
create table activity (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  user_id uuid not null,
  verb text not null,
  -- The other user or the invited card that the activity is about.
  about_user_id uuid,
  about_membership_id uuid,
  subject text,
  day date,
  previous_day date,
  at timestamptz not null default clock_timestamp(),
  primary key (band_id, id)
);
create index activity_by_age on activity (at);

-- Display names of removed members, which the activity still shows. Deleted with the account.
create table activity_names (
  band_id uuid not null references bands on delete cascade,
  user_id uuid not null references users on delete cascade,
  name text not null,
  kept_at timestamptz not null default now(),
  primary key (band_id, user_id)
);
create index activity_names_by_age on activity_names (kept_at);
create index activity_names_by_user on activity_names (user_id);

-- Pictures

-- Re-encoded, and deduplicated by content.
create table images (
  id uuid primary key,
  content_hash bytea not null unique,
  content bytea not null,
  created_at timestamptz not null default now()
);

-- Users may refer to a picture by its address if they uploaded it, or while their profile, card or band shows it.
create table image_uploads (
  image_id uuid not null references images on delete cascade,
  user_id uuid not null references users on delete cascade,
  uploaded_at timestamptz not null default now(),
  primary key (user_id, image_id)
);
-- For the foreign key: without it, deleting a picture scans the table.
create index image_uploads_image_id_idx on image_uploads (image_id);

-- Infrastructure

-- Stored responses, which repeated requests get for 24 hours. json, not jsonb: it keeps the response byte for byte.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  response json,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Leases for work that one server at a time may do. Unlike an advisory lock, a lease holds no connection.
create table leases (
  name text primary key,
  holder uuid not null,
  expires_at timestamptz not null
);
