-- Markup of a loaded band: its members have no accounts until they join, or had left the original band.

alter table chart_markup
  -- The invited card of the member who drew it. A member who fills the card takes over the layer (user_id).
  add column membership_id uuid,
  -- The name in the zip; null once user_id says who drew it.
  add column member_name text,
  add foreign key (band_id, membership_id) references memberships (band_id, id) on delete set null (membership_id);
create index chart_markup_by_card on chart_markup (band_id, membership_id) where membership_id is not null;
