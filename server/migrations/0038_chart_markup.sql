-- What members draw on charts: one layer a member and chart. `user_id` is null once the account is erased.

create table chart_markup (
  band_id uuid not null,
  chart_id uuid not null,
  id uuid not null,
  user_id uuid references users on delete set null,
  is_shared boolean not null,
  chart_version integer not null,
  pages jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (band_id, chart_id, id),
  unique (band_id, chart_id, user_id),
  foreign key (band_id, chart_id) references charts (band_id, id) on delete cascade
);
create index chart_markup_by_user on chart_markup (user_id, band_id) where user_id is not null;

-- What a member did not share goes with the membership.
create function delete_own_markup() returns trigger language plpgsql as $$
begin
  delete from chart_markup where band_id = old.band_id and user_id = old.user_id and not is_shared;
  return null;
end $$;

create trigger memberships_deleted_with_markup after delete on memberships
  for each row when (old.user_id is not null) execute function delete_own_markup();
