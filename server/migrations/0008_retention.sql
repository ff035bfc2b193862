-- What the sweeper finds outlived rows by: deleted entries, dead invitations, cards that nobody came for.

create index events_by_deletion on events (deleted_at) where deleted_at is not null;
create index unavailabilities_by_deletion on unavailabilities (deleted_at) where deleted_at is not null;
create index invitations_by_expiry on invitations (expires_at);
create index memberships_waiting on memberships (created_at) where status = 'invited';
