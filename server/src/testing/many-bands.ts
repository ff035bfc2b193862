// Rows of many bands, for tests of query plans: with few rows PostgreSQL scans any table.

import { expect } from 'vitest'
import type { Db } from '#platform/db/connection.ts'
import { testClock } from './test-clock.ts'

/** Inserts about 2,000 bands, 20,000 events and the rows that refer to them, and 4,330 more events of the given band. */
export async function fillWithManyBands(db: Db, bandId: string): Promise<void> {
  // One statement at a time, because each has the deadline of a query.
  for (const statement of buildStatements(bandId)) await db.query(statement)
  const [counts] = await db`
    select (select count(*) from events) > 19000 and (select count(*) from unavailabilities) > 19000
      and (select count(*) from memberships) > 4000 as full`
  expect(counts?.['full']).toBe(true)
}

function buildStatements(bandId: string): string[] {
  const now = `timestamptz '${testClock.now().toISOString()}'`
  return `
    insert into users (id, phone, created_at, updated_at)
      select gen_random_uuid(), '+4470' || n, ${now}, ${now} from generate_series(1, 4000) n;
    insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
      select gen_random_uuid(), sha256(id::text::bytea), id, ${now}, ${now}, ${now} + interval '1 day' from users;
    insert into known_browsers (browser_hash, user_id, signed_in_at) select sha256(id::text::bytea), id, ${now} from users;
    insert into identities (issuer, subject, user_id, attached_at)
      select 'https://issuer.example', id, id, ${now} from users;
    insert into push_subscriptions (user_id, id, session_id, endpoint, p256dh, auth, created_at)
      select user_id, gen_random_uuid(), id, 'https://push.example/' || id, 'k', 'a', ${now} from sessions;
    insert into notice_emails (user_id, email, verified_at) select id, id || '@example.org', ${now} from users;
    insert into idempotency_keys (user_id, key, request_hash, response, expires_at)
      select id, gen_random_uuid(), '', json_build_object('id', id, 'phone', phone), ${now} + interval '1 day' from users;
    insert into bands (id, name, created_at, updated_at)
      select gen_random_uuid(), 'Band ' || n, ${now}, ${now} from generate_series(1, 2000) n;
    insert into invitations (id, kind, token_hash, band_id, max_uses, created_at, expires_at)
      select gen_random_uuid(), 'general', sha256(id::text::bytea), id, 25, ${now}, ${now} + interval '7 days' from bands;
    insert into outgoing_messages (
        id, way, purpose, invitation_id, band_id, recipient, is_requested, created_at, due_at, counted_at)
      select gen_random_uuid(), 'text', 'invitation', id, band_id, '+4470' || row_number() over (), true, ${now}, ${now}, ${now}
      from invitations;
    insert into memberships (band_id, id, user_id, role, access, status, color, icon, created_at)
      select b.id, gen_random_uuid(), u.id, 'Drums', 'member', 'active', '#6b7280', 'music', ${now}
      from (select id, row_number() over () as n from users) u
      join (select id, row_number() over () as n from bands) b on b.n % 2000 in (u.n % 2000, (u.n * 7) % 2000)
      on conflict do nothing;
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at, deleted_at)
      select b.id, gen_random_uuid(), 'gig', d, d, n % 2 = 0, true, ${now}, ${now}, case when n % 10 = 0 then ${now} end
      from (select id, row_number() over () as at from bands) b
      join (select n, date '2026-09-01' + n % 400 as d from generate_series(1, 20000) n) e on e.n % 2000 = b.at % 2000;
    insert into unavailabilities (user_id, id, date, last_day, created_at, updated_at, deleted_at)
      select u.id, gen_random_uuid(), d, d, ${now}, ${now}, case when n % 10 = 0 then ${now} end
      from (select id, row_number() over () as at from users) u
      join (select n, date '2026-09-01' + n % 400 as d from generate_series(1, 20000) n) e on e.n % 4000 = u.at % 4000;
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at)
      select '${bandId}', gen_random_uuid(), 'gig', d, d, false, true, ${now}, ${now}
      from generate_series(1, 2000) n cross join lateral (values (date '2000-01-01' + n), (date '2040-01-01' + n)) day (d);
    insert into events (band_id, id, type, date, last_day, is_public, is_all_day, created_at, updated_at)
      select '${bandId}', gen_random_uuid(), 'gig', d, d, false, true, ${now}, ${now}
      from generate_series(1, 330) n cross join lateral (select date '2026-03-05' + n as d) day;
    insert into busy_calendars (id, user_id, name, key_id, sealed_url, host, next_read_at, created_at, updated_at)
      select gen_random_uuid(), id, 'Work', 'k', '', 'calendars.example', ${now} + interval '1 day', ${now}, ${now} from users;
    insert into busy_intervals (calendar_id, date, last_day, start_time, end_time)
      select c.id, d, d + case when n % 7 = 0 then 20 else 0 end, '10:00', '11:00'
      from (select id, row_number() over () as at from busy_calendars) c
      join (select n, date '2026-09-01' + n % 400 as d from generate_series(1, 20000) n) e on e.n % 4000 = c.at % 4000;
    insert into answers (band_id, event_id, membership_id, answer, schedule, answered_at)
      select e.band_id, e.id, m.id, 'yes', '', ${now} from events e join memberships m on m.band_id = e.band_id
      where hashtext(e.id::text) % 9 = 0;
    insert into event_changes (band_id, event_id, version, fields, at)
      select band_id, id, 2, '[]', ${now} from events where hashtext(id::text) % 4 = 0 and band_id <> '${bandId}';
    insert into free_months (user_id, month)
      select id, date '2027-01-01' + interval '1 month' * n from users cross join generate_series(0, 2) n;
    insert into songs (band_id, id, title, artist, created_at)
      select id, gen_random_uuid(), 'Song ' || n, 'The Larches', ${now} from bands cross join generate_series(1, 5) n;
    insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
      select band_id, id, 'chart', 'Dakota.pdf', 1000, 'application/pdf', ${now} from songs;
    insert into charts (band_id, id, song_id, name, uploaded_by, created_at, updated_at, deleted_at)
      select s.band_id, s.id, s.id, 'Dakota', (select m.id from memberships m where m.band_id = s.band_id limit 1), ${now}, ${now},
        case when hashtext(s.id::text) % 9 = 0 then ${now} end
      from songs s;
    insert into chart_versions (band_id, chart_id, version, kind, bytes, pages, file_id, uploaded_by, created_at)
      select band_id, id, 1, 'pdf', 1000, 1, id, uploaded_by, ${now} from charts where id = song_id;
    insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
      select id, gen_random_uuid(), 'recording', 'Take ' || n || '.m4a', 1000, 'audio/mp4', ${now}
      from bands cross join generate_series(1, 4) n;
    insert into recordings (band_id, id, event_id, file_id, name, bytes, seconds, recorded_at, expires_at, uploaded_by,
        created_at, updated_at, deleted_at)
      select f.band_id, f.id, (select e.id from events e where e.band_id = f.band_id limit 1), f.id, f.name, 1000, 60, ${now},
        case when hashtext(f.id::text) % 2 = 0 then ${now} + interval '90 days' end,
        (select m.id from memberships m where m.band_id = f.band_id limit 1), ${now}, ${now},
        case when hashtext(f.id::text) % 9 = 0 then ${now} end
      from files f where f.purpose = 'recording' and f.expires_at is null
      and not exists (select from recordings r where r.band_id = f.band_id and r.file_id = f.id);
    insert into recording_marks (band_id, recording_id, id, song_id, at_seconds)
      select r.band_id, r.id, gen_random_uuid(), s.id, n
      from recordings r join songs s on s.band_id = r.band_id cross join generate_series(1, 2) n;
    insert into recording_consents (band_id, membership_id, agreed_at)
      select band_id, (array_agg(id))[1], ${now} from memberships group by band_id on conflict do nothing;
    insert into chart_markup (band_id, chart_id, id, user_id, is_shared, chart_version, pages, updated_at)
      select c.band_id, c.id, c.id, m.user_id, true, 1, '[]', ${now}
      from charts c join memberships m on m.band_id = c.band_id and m.id = c.uploaded_by;
    insert into notes (band_id, id, song_id, position, text, written_by, user_id, created_at)
      select s.band_id, gen_random_uuid(), s.id, 1, 'Who drives?', m.id, m.user_id, ${now}
      from songs s cross join lateral (
        select id, user_id from memberships where band_id = s.band_id order by id limit 1) m;
    insert into note_votes (band_id, note_id, membership_id, choice_ids, voted_at)
      select band_id, id, written_by, '{}', ${now} from notes where written_by is not null on conflict do nothing;
    insert into note_readers (band_id, membership_id, song_id, read_position)
      select band_id, written_by, song_id, position from notes where written_by is not null and song_id is not null
      on conflict do nothing;
    insert into reports (band_id, id, kind, subject_id, user_id, reason, reported_at)
      select band_id, gen_random_uuid(), 'note', id, user_id, 'Rude', timestamp '2026-11-01' from notes;
    insert into upload_days (band_id, day, bytes) select id, date '2026-11-27', 1000 from bands
      on conflict do nothing;
    insert into song_readiness (band_id, song_id, membership_id, status, updated_at)
      select s.band_id, s.id, m.id, 'amber', ${now} from songs s join memberships m on m.band_id = s.band_id;
    insert into song_vetos (band_id, song_id, membership_id, created_at)
      select band_id, song_id, membership_id, ${now} from song_readiness where hashtext(song_id::text) % 5 = 0;
    insert into activity (band_id, id, user_id, verb, at)
      select b.id, gen_random_uuid(), gen_random_uuid(),
        (array['deleted', 'deleted_series', 'removed_song', 'removed_setlist', 'removed_days_away', 'booked'])[n % 6 + 1],
        ${now}
      from bands b cross join generate_series(1, 12) n;
    insert into notices (user_id, id, band_id, event_id, cause_id, kind, title, body, url, created_at)
      select m.user_id, gen_random_uuid(), e.band_id, e.id, e.id, 'event.added', 'Practice added', '', '/', ${now}
      from events e join memberships m on m.band_id = e.band_id and m.status = 'active'
      where hashtext(e.id::text) % 4 = 0;
    insert into outgoing_messages (id, way, purpose, caused_by, recipient_id, notice_id, is_requested, created_at, due_at)
      select gen_random_uuid(), 'mail', 'notice', user_id, user_id, id, false, ${now}, ${now} + interval '1 day' from notices;
    insert into setlists (band_id, id, name, created_at, updated_at)
      select id, gen_random_uuid(), 'List ' || n, ${now}, ${now} from bands cross join generate_series(1, 2) n;
    insert into setlist_items (band_id, setlist_id, id, position, song_id, label)
      select s.band_id, l.id, gen_random_uuid(), row_number() over (partition by l.id), s.id, s.title
      from setlists l join songs s on s.band_id = l.band_id;
    insert into gig_sheets (band_id, event_id) select band_id, id from events where hashtext(id::text) % 6 = 0
      on conflict do nothing;
    insert into ledger_people (band_id, id, membership_id, user_id, name)
      select band_id, gen_random_uuid(), id, user_id, 'Kit' from memberships where user_id is not null
      on conflict do nothing;
    insert into ledger_entries (band_id, id, at, on_day, kind, person_id, pence, pot_pence, is_of_settlement)
      select band_id, gen_random_uuid(), ${now}, '2026-05-01', 'expense', id, 100, -100, false
      from ledger_people cross join generate_series(1, 3);
    insert into settlements (band_id, event_id, status, fee_pence, agent_pence, costs, deps, pot_pence, shares)
      select band_id, event_id, 'draft', 0, 0, '[]', '[]', 0, '[]' from gig_sheets on conflict do nothing;
    insert into gig_miles (band_id, event_id, person_id, miles)
      select g.band_id, g.event_id, p.id, 10 from gig_sheets g join ledger_people p on p.band_id = g.band_id
      on conflict do nothing;
    insert into lifts (band_id, event_id, membership_id, mode, seats, since)
      select g.band_id, g.event_id, m.id, 'drives', 3, ${now} from gig_sheets g join memberships m on m.band_id = g.band_id
      on conflict do nothing;
    insert into played_lists (band_id, event_id) select band_id, event_id from gig_sheets on conflict do nothing;
    insert into played_songs (band_id, event_id, position, song_id, title)
      select l.band_id, l.event_id, row_number() over (partition by l.event_id), s.id, s.title
      from played_lists l join songs s on s.band_id = l.band_id on conflict do nothing;
    insert into gig_sheet_links (band_id, event_id, link_id, with_fee, with_contact)
      select band_id, event_id, gen_random_uuid(), false, false from gig_sheets where hashtext(event_id::text) % 4 = 0
      on conflict do nothing;
    update events e set setlist_id = (select l.id from setlists l where l.band_id = e.band_id limit 1)
      where hashtext(e.id::text) % 3 = 0;
    insert into practised_songs (band_id, event_id, song_id, practised_at)
      select e.band_id, e.id, (select s.id from songs s where s.band_id = e.band_id limit 1), ${now} from events e
      where hashtext(e.id::text) % 4 = 0 and exists (select from songs s where s.band_id = e.band_id);
    insert into deps (band_id, id, name, phone, phone_mac, instrument, created_at)
      select id, gen_random_uuid(), 'Dep ' || n, '+4471' || row_number() over (), sha256((id::text || n)::bytea), 'Bass', ${now}
      from bands cross join generate_series(1, 3) n;
    insert into dep_refusals (band_id, phone_mac, refused_at)
      select band_id, phone_mac, ${now} from deps where hashtext(id::text) % 5 = 0;
    insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument, requested_at)
      select band_id, gen_random_uuid(), id, 'all', 240, 'bass', ${now} from events where type = 'gig' and hashtext(id::text) % 12 = 0;
    insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, asked_at, texted_kind)
      select gen_random_uuid(), r.band_id, r.id, d.id, 0, sha256((r.id::text || d.id)::bytea), ${now}, 'asked'
      from dep_requests r join deps d on d.band_id = r.band_id on conflict do nothing;
    insert into outgoing_messages (
        id, way, purpose, band_id, event_id, ask_id, recipient, is_requested, created_at, due_at, counted_at, claimed_at, outcome,
        finished_at)
      select gen_random_uuid(), 'text', 'dep text', r.band_id, r.event_id, a.id, '+447', true, at, at, at, at, 'sent', at
      from dep_requests r join dep_asks a on a.request_id = r.id, lateral (select ${now} - interval '2 days' as at) sent;
    insert into public_pages (band_id, is_on, genres, links, accepts_enquiries, shows_past, updated_at)
      select id, true, '{}', '[]', true, false, ${now} from bands on conflict do nothing;
    insert into public_slugs (slug, band_id, ended_at)
      select id::text || n, id, case when n > 0 then ${now} end from bands cross join generate_series(0, 4) n;
    insert into enquiries (band_id, id, name, reply_to, occasion, dates, text, status, received_at, updated_at)
      select b.id, gen_random_uuid(), 'Bea', 'bea@example.org', 'Wedding', array[date '2027-06-05'], 'Hello', 'new', ${now}, ${now}
      from bands b cross join generate_series(1, 5) n;
    insert into unconfirmed_enquiries (band_id, id, sealed, created_at)
      select band_id, gen_random_uuid(), 'x', ${now} from enquiries;
    analyze`.split(';\n')
}
