-- Deleting an account looks for what refers to it; without these it reads every event and invitation there is.

create index events_by_owner on events (owner_user_id) where owner_user_id is not null;
create index invitations_by_inviter on invitations (invited_by) where invited_by is not null;
