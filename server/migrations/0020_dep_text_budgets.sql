-- Texts to deps that follow a change count towards the budgets of the member who changed the gig.

-- Null for a text that follows a change and is not sent: it counts from its sending on, and may wait for a budget.
alter table dep_texts alter column requested_at drop not null;
create index dep_texts_waiting on dep_texts (queued_for) where requested_at is null;

-- IP address (IPv4, or IPv6 /64) of the last actor's request, for the budgets of texts to deps.
alter table pending_notices add column address text;
