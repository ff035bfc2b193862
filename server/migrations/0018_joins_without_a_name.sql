-- A user who joins before their profile has a name: the band is told once it has one.
alter table memberships add column join_waits_for_name boolean not null default false;
