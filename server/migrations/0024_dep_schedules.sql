-- Asks to deps keep the schedule of the gig in the form of answers (schedule_of): the same place is one place in both columns.

update dep_asks a set
  texted_schedule = case
    when a.texted_schedule = md5(row(e.date, e.start_time, e.location, e.venue)::text)
      then schedule_of(e.date, e.start_time, e.location, e.venue) else a.texted_schedule end,
  answered_schedule = case
    when a.answered_schedule = md5(row(e.date, e.start_time, e.location, e.venue)::text)
      then schedule_of(e.date, e.start_time, e.location, e.venue) else a.answered_schedule end
from dep_requests r join events e on e.band_id = r.band_id and e.id = r.event_id
where r.band_id = a.band_id and r.id = a.request_id;
