-- Which member's card a mail was sent for, so that erasing that member's account finds the address it went to.
-- No foreign key: the row outlives the card, because the limits on messages count it for a day.

alter table invitation_messages add column membership_id uuid;
update invitation_messages m set membership_id = i.membership_id from invitations i where i.id = m.invitation_id;
create index invitation_messages_by_card on invitation_messages (membership_id) where membership_id is not null;
