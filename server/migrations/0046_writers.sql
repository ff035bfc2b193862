-- Who wrote a song, and when it was last played.

alter table songs
  add column writers text,
  add column is_own boolean not null default false,
  -- The latest date of a gig that played it.
  add column last_played_on date;
