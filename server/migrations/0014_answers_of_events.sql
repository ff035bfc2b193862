-- The members who answered an event, copied to its row, so that the calendar reads neither counts nor the viewer's own answer
-- from the table of answers. Only the triggers below write these columns. Answers of invited members, which come from a loaded
-- band file, are not copied until they join.

alter table events
  add column answered_yes uuid[] not null default '{}',
  add column answered_maybe uuid[] not null default '{}',
  add column answered_no uuid[] not null default '{}';

update events e
set answered_yes = array(select membership_id from answers a where a.band_id = e.band_id and a.event_id = e.id and answer = 'yes'),
  answered_maybe = array(select membership_id from answers a where a.band_id = e.band_id and a.event_id = e.id and answer = 'maybe'),
  answered_no = array(select membership_id from answers a where a.band_id = e.band_id and a.event_id = e.id and answer = 'no')
where (band_id, id) in (select band_id, event_id from answers);

-- Changes the arrays instead of collecting the answers again: PostgreSQL evaluates these expressions on the newest version of the
-- event's row, so that two answers at the same time are both counted. A restore loads events and answers that already agree, and
-- changes nothing.
create function copy_answer_to_event() returns trigger language plpgsql as $$
declare
  given answers := coalesce(new, old);
  member uuid := given.membership_id;
  counted text := case when exists (
    select from memberships where band_id = given.band_id and id = member and status = 'active') then new.answer end;
begin
  update events set
    answered_yes = array_remove(answered_yes, member) || case when counted = 'yes' then array[member] else '{}' end,
    answered_maybe = array_remove(answered_maybe, member) || case when counted = 'maybe' then array[member] else '{}' end,
    answered_no = array_remove(answered_no, member) || case when counted = 'no' then array[member] else '{}' end,
    answers_changed_at = clock_timestamp()
  where band_id = given.band_id and id = given.event_id and counted is distinct from case
    when member = any(answered_yes) then 'yes' when member = any(answered_maybe) then 'maybe'
    when member = any(answered_no) then 'no' end;
  return null;
end $$;

create trigger copy_answer_to_event after insert or update or delete on answers
  for each row execute function copy_answer_to_event();

create function copy_answers_of_member() returns trigger language plpgsql as $$
begin
  update answers set answered_at = answered_at where band_id = new.band_id and membership_id = new.id;
  return null;
end $$;

create trigger copy_answers_of_member after update of status on memberships
  for each row when (new.status is distinct from old.status) execute function copy_answers_of_member();
