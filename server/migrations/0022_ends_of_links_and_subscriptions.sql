-- A push subscription ends with the session in which it was made. Until now one outlived a session that expired, or that an eleventh ended.
alter table push_subscriptions add column session_id uuid references sessions on delete cascade;
update push_subscriptions p set session_id = (
  select s.id from sessions s
  where s.user_id = p.user_id and s.browser_hash = p.browser_hash and s.expires_at > now()
  order by s.created_at desc limit 1);
delete from push_subscriptions where session_id is null;
alter table push_subscriptions alter column session_id set not null, drop column browser_hash;
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- The day of the last sharing, in London: the link ends some days after it or after the gig. Null for links that are older than this
-- migration.
alter table gig_sheet_links add column shared_on date;
