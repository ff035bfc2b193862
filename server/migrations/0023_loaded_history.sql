-- The history of events of a loaded band: its members have no accounts until they join, or had left the original band.

alter table event_changes
  -- The invited card of the member who made the change. A member who fills the card takes over the change (user_id).
  add column membership_id uuid,
  -- The name in the band file; null once user_id says who made the change.
  add column member_name text,
  add foreign key (band_id, membership_id) references memberships (band_id, id) on delete set null (membership_id);
create index event_changes_by_card on event_changes (band_id, membership_id) where membership_id is not null;
