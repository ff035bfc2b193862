-- The fields of an event as JSON, for the calendar: formatting them anew took half the time of reading a month. The fields that depend on
-- other rows or on the reader are added by the read (`eventJson` in columns.ts). Without braces, so that fields can follow.

alter table events add column fields_json text;

create function write_event_json() returns trigger language plpgsql as $$
declare
  fields text := row_to_json(f) from (
    select new.id, new.band_id as "bandId", new.type, new.title, new.date, new.end_date as "endDate",
      left(new.start_time::text, 5) as "startTime", left(new.end_time::text, 5) as "endTime", new.location, new.venue, new.notes,
      new.is_public as "isPublic", new.is_all_day as "isAllDay", null as "membershipId", new.owner_user_id as "ownerUserId",
      null as "displayName", new.status, new.asks_answers as "asksAnswers", new.reply_by as "replyBy",
      to_char(new.nudged_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "nudgedAt", new.series_id as "seriesId",
      new.option_group_id as "optionGroupId", new.option_number as "optionNumber", new.option_count as "optionCount", new.version,
      to_char(new.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      to_char(new.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") f;
begin
  new.fields_json = substr(fields, 2, length(fields) - 2);
  return new;
end $$;

create trigger write_event_json before insert or update on events for each row execute function write_event_json();

update events set fields_json = null;
alter table events alter column fields_json set not null;
