-- The practice list: songs, how ready each member is for them, and who vetoes them.

create table songs (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  title text not null,
  artist text not null,
  album text,
  spotify_id text,
  spotify_url text,
  image_url text,
  preview_url text,
  added_by uuid,
  created_at timestamptz not null default now(),
  primary key (band_id, id),
  foreign key (band_id, added_by) references memberships (band_id, id) on delete set null (added_by)
);
-- Songs added by hand have no Spotify id and may share a title.
create unique index songs_one_per_track on songs (band_id, spotify_id) where spotify_id is not null;

create table song_readiness (
  band_id uuid not null,
  song_id uuid not null,
  membership_id uuid not null,
  status text not null check (status in ('red', 'amber', 'green')),
  updated_at timestamptz not null default now(),
  primary key (band_id, song_id, membership_id),
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade
);

create table song_vetos (
  band_id uuid not null,
  song_id uuid not null,
  membership_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (band_id, song_id, membership_id),
  foreign key (band_id, song_id) references songs (band_id, id) on delete cascade,
  foreign key (band_id, membership_id) references memberships (band_id, id) on delete cascade
);
