-- Erasure finds stored responses that mention an invited number or card. Responses with a secret are JSON strings, which have neither.
create index idempotency_keys_by_phone on idempotency_keys ((response ->> 'phone')) where response ->> 'phone' is not null;
create index idempotency_keys_by_id on idempotency_keys ((response ->> 'id')) where response ->> 'id' is not null;
