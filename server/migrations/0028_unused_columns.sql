-- Columns that no query reads.

-- When a member said that a month is free: a free month ends with the month, and retention goes by it too.
alter table free_months drop column said_at;

-- Whether a notice was about a change within 24 hours. The ways in which it goes out are decided when it is stored.
alter table notices drop column is_urgent;
