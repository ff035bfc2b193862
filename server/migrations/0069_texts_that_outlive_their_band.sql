-- The whole text where what it is composed from is deleted before it is sent: that a gig of a deleted band is off. No codes, links or tokens.

alter table outgoing_messages add column body text;
