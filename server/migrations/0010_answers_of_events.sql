-- The members who answered an event, copied to its row, so that the calendar reads neither counts nor the viewer's own answer
-- from the table of answers. Only the trigger below writes these columns.

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
begin
  update events set
    answered_yes = array_remove(answered_yes, member) || case when new.answer = 'yes' then array[member] else '{}' end,
    answered_maybe = array_remove(answered_maybe, member) || case when new.answer = 'maybe' then array[member] else '{}' end,
    answered_no = array_remove(answered_no, member) || case when new.answer = 'no' then array[member] else '{}' end,
    answers_changed_at = clock_timestamp()
  where band_id = given.band_id and id = given.event_id and new.answer is distinct from case
    when member = any(answered_yes) then 'yes' when member = any(answered_maybe) then 'maybe'
    when member = any(answered_no) then 'no' end;
  return null;
end $$;

create trigger copy_answer_to_event after insert or update or delete on answers
  for each row execute function copy_answer_to_event();
