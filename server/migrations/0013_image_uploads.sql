-- Who uploaded a picture: only they may use it again by its address, besides those whose picture it is now.
create table image_uploads (
  image_id uuid not null references images on delete cascade,
  user_id uuid not null references users on delete cascade,
  uploaded_at timestamptz not null default now(),
  primary key (user_id, image_id)
);
-- For the foreign key, when a picture is deleted.
create index image_uploads_image_id_idx on image_uploads (image_id);
