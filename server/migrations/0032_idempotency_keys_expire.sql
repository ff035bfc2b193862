-- A change that waited on a phone without a network may be repeated for 30 days, other requests for 24 hours: each key says when it ends.
alter table idempotency_keys add column expires_at timestamptz;
update idempotency_keys set expires_at = created_at + interval '24 hours';
alter table idempotency_keys alter column expires_at set not null;
drop index idempotency_keys_by_age;
alter table idempotency_keys drop column created_at;
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
