-- Reports of notes, charts and recordings to the people who run the installation.

create table reports (
  band_id uuid not null references bands on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('note', 'chart', 'recording')),
  -- Of the note, the chart or the recording, which may be deleted since.
  subject_id uuid not null,
  user_id uuid references users on delete set null,
  reason text not null,
  reported_at timestamptz not null,
  primary key (band_id, id)
);
create index reports_by_id on reports (id);
create index reports_by_user on reports (user_id, reported_at) where user_id is not null;
create index reports_by_time on reports (reported_at);

alter table charts add column if not exists hidden_at timestamptz;

alter table outgoing_messages drop constraint outgoing_messages_purpose_check;
alter table outgoing_messages add constraint outgoing_messages_purpose_check
  check (purpose in ('sign-in code', 'email code', 'invitation', 'dep text', 'notice', 'report'));
