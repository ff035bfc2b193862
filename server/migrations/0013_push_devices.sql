-- The browser of a session and of a push subscription: ending the session ends the subscription. Null where they are older than this
-- migration.
alter table sessions add column browser_hash bytea;
-- `user_agent` names the device in the member's list.
alter table push_subscriptions
  add column browser_hash bytea,
  add column user_agent text;
