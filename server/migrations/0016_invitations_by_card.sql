-- For the export and erasure of an account, which find invitations by their card.
create index invitations_by_card on invitations (membership_id) where membership_id is not null;
