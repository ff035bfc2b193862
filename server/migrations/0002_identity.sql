-- Signing in with Google, and what the sweeper finds old rows by.

-- An account's keys at other providers. Never an email address, which can change hands.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  attached_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id, attached_at);

-- One way to Google and back, taken once by the browser that holds the secret. State, nonce and PKCE verifier are made
-- from that secret, so nothing here helps anybody to finish it.
create table google_journeys (
  secret_hash bytea primary key,
  return_to text,
  expires_at timestamptz not null
);

-- An identity that no account holds, until the person in this browser has verified a phone.
create table waiting_identities (
  secret_hash bytea primary key,
  issuer text not null,
  subject text not null,
  expires_at timestamptz not null
);

create index known_browsers_by_age on known_browsers (signed_in_at);
create index phone_failures_by_age on phone_failures (updated_at);
