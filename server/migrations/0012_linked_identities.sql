-- Linked Google accounts are listed and removed one by one, under an address that is stored masked ("c•••@gmail.com").

-- The default stays: a server of the release before this one still inserts without an id.
alter table identities add column id uuid not null default gen_random_uuid() unique;
alter table identities add column masked_email text;
alter table waiting_identities add column masked_email text;

-- What the inviter calls a link, to tell one from the next.
alter table invitations add column note text;
