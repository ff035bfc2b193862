-- Answers and reminders keep the schedule that they are for, in place of a counter of its changes: an event that is moved back has its old
-- schedule again.

-- A fingerprint of what members are asked about: date, start time and place. The same place is one place in both columns.
create function schedule_of(date date, start_time time, location text, venue text) returns text language sql immutable
  return md5((date - date '2000-01-01')::text || ' ' || coalesce(extract(epoch from start_time)::text, '') || ' '
    || coalesce(venue, location, ''));

-- Empty for an answer or a reminder from before a change of an earlier release: no schedule is equal to it.
alter table answers add column schedule text;
update answers a set schedule = case
  when a.schedule_version = e.schedule_version then schedule_of(e.date, e.start_time, e.location, e.venue) else '' end
from events e where e.band_id = a.band_id and e.id = a.event_id;
alter table answers alter column schedule set not null, drop column schedule_version;

alter table notices add column schedule text;
update notices n set schedule = case
  when n.schedule_version = e.schedule_version then schedule_of(e.date, e.start_time, e.location, e.venue) else '' end
from events e where e.band_id = n.band_id and e.id = n.event_id and n.schedule_version is not null;
alter table notices drop column schedule_version;

-- When the first change was made that the row collects. An answer that is given later may be from before its last change.
alter table pending_notices add column began_at timestamptz not null default clock_timestamp();
update pending_notices set began_at = due_at;
update pending_notices set facts = jsonb_set(facts, '{before,movedFrom}', 'null') where jsonb_typeof(facts -> 'before') = 'object';

-- {date, startTime, place}: the schedule that members were told before the present one. Null if it did not change.
alter table events drop column schedule_version, add column moved_from jsonb;

create or replace function write_event_json() returns trigger language plpgsql as $$
declare
  fields text := row_to_json(f) from (
    select new.id, new.band_id as "bandId", new.type, new.title, new.date, new.end_date as "endDate",
      left(new.start_time::text, 5) as "startTime", left(new.end_time::text, 5) as "endTime", new.location, new.venue, new.notes,
      new.is_public as "isPublic", new.is_all_day as "isAllDay", null as "membershipId", new.owner_user_id as "ownerUserId",
      null as "displayName", new.status, new.asks_answers as "asksAnswers", new.reply_by as "replyBy",
      to_char(new.nudged_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "nudgedAt", new.moved_from as "movedFrom",
      new.series_id as "seriesId", new.option_group_id as "optionGroupId", new.option_number as "optionNumber",
      new.option_count as "optionCount", new.version,
      to_char(new.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      to_char(new.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") f;
begin
  new.fields_json = substr(fields, 2, length(fields) - 2);
  return new;
end $$;

update events set fields_json = null;

-- A tick counts if its practice still stands on the day on which it was ticked.
create function last_practised_at(band uuid, song uuid) returns timestamptz language sql stable
  return (
    select max(p.practised_at) from practised_songs p join events e on e.band_id = p.band_id and e.id = p.event_id
    where p.band_id = band and p.song_id = song and e.deleted_at is null and e.status <> 'cancelled'
      and e.type in ('practice', 'rehearsal') and (p.practised_at at time zone 'Europe/London')::date = e.date);

-- The songs of a practice follow it. Ticks of a practice that moves to a coming day keep their day, and count again when it moves back.
create function follow_practice() returns trigger language plpgsql as $$
declare
  ticked uuid[] := array(select song_id from practised_songs where band_id = new.band_id and event_id = new.id);
begin
  if (new.date, new.start_time) is distinct from (old.date, old.start_time)
    and new.date <= (now() at time zone 'Europe/London')::date then
    update practised_songs set practised_at = (new.date + coalesce(new.start_time, time '12:00')) at time zone 'Europe/London'
    where band_id = new.band_id and event_id = new.id;
  end if;
  -- In the order of other writers.
  perform from songs where band_id = new.band_id and id = any(ticked) order by id for no key update;
  update songs set last_practised_at = last_practised_at(band_id, id) where band_id = new.band_id and id = any(ticked);
  return null;
end $$;

create trigger follow_practice after update of date, start_time, status, type, deleted_at on events
  for each row when ((new.date, new.start_time, new.status, new.type, new.deleted_at)
    is distinct from (old.date, old.start_time, old.status, old.type, old.deleted_at))
  execute function follow_practice();

update practised_songs p
set practised_at = (e.date + coalesce(e.start_time, time '12:00')) at time zone 'Europe/London'
from events e
where e.band_id = p.band_id and e.id = p.event_id and e.date <= (now() at time zone 'Europe/London')::date;
-- A loaded band's songs were practised without a recorded practice.
update songs s set last_practised_at = last_practised_at(s.band_id, s.id)
where exists (
  select from practised_songs p join events e on e.band_id = p.band_id and e.id = p.event_id
  where p.band_id = s.band_id and p.song_id = s.id and (e.deleted_at is not null or e.status = 'cancelled'
    or (p.practised_at at time zone 'Europe/London')::date <> e.date));
