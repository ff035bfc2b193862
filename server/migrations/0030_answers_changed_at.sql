-- The tag of a calendar is the hash of its response, so no column tells when answers changed. The function is that of migration 0014
-- without the column.

create or replace function copy_answer_to_event() returns trigger language plpgsql as $$
declare
  given answers := coalesce(new, old);
  member uuid := given.membership_id;
  counted text := case when exists (
    select from memberships where band_id = given.band_id and id = member and status = 'active') then new.answer end;
begin
  update events set
    answered_yes = array_remove(answered_yes, member) || case when counted = 'yes' then array[member] else '{}' end,
    answered_maybe = array_remove(answered_maybe, member) || case when counted = 'maybe' then array[member] else '{}' end,
    answered_no = array_remove(answered_no, member) || case when counted = 'no' then array[member] else '{}' end
  where band_id = given.band_id and id = given.event_id and counted is distinct from case
    when member = any(answered_yes) then 'yes' when member = any(answered_maybe) then 'maybe'
    when member = any(answered_no) then 'no' end;
  return null;
end $$;

alter table events drop column answers_changed_at;
