-- A repeated create is given the very answer of the first, byte for byte: jsonb keeps no order of fields.

alter table idempotency_keys alter column reply type json;
