-- Members' connections to the music service.

-- One browser's connection of one person. Only the hash of its handle is kept, and the service's tokens only encrypted,
-- with the key that key_id names. version counts the tokens' renewals.
create table spotify_connections (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  handle_hash bytea not null unique,
  key_id text not null,
  sealed_tokens bytea not null,
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index spotify_connections_by_user on spotify_connections (user_id, created_at desc);
create index spotify_connections_by_age on spotify_connections (created_at);

-- One way to Spotify and back, taken once by the browser that holds the secret and the person who set out. State and
-- PKCE verifier are made from that secret, so nothing here helps anybody to finish it.
create table spotify_journeys (
  secret_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index spotify_journeys_by_user on spotify_journeys (user_id);

-- Errands that one server at a time may run, such as renewing a token, while no database connection is held for them.
create table turns (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
