// Fills an empty database with any number of equal bands, each with a year of data. Inserts ten thousand bands with one statement for each
// table.

const bandsPerBatch = 10_000

/**
 * How many rows each band gets (`setlistItems`: each set list), and each user (`rowsPerUser`). A band has four members, who are each in two
 * bands.
 */
export const rowsPerBand = {
  events: 50,
  songs: 20,
  setlists: 4,
  setlistItems: 15,
  deps: 3,
  activity: 60,
  changes: 15,
  ledgerEntries: 40,
}
export const rowsPerUser = { notices: 40, busyTimes: 60, daysAway: 5 }

/**
 * @typedef {{
 *   bandId: string, membershipId: string, userId: string, cookie: string, gigId: string, practiceId: string, setlistId: string, songId: string, chartId: string, recordingId: string,
 *   linkId: string, askId: string, announcedId: string, invitation: string, imageId: string,
 * }} FilledMember
 * Three gigs of a band are the options of one enquiry, whose id is that of the band. `gigId` is a future gig with a gig sheet, a link to
 * the sheet, and a dep who plays; `practiceId` is a practice with ticked songs, `announcedId` an event with notices.
 */

/**
 * @param {any} db a maintenance pool: the statements take longer than a request may
 * @param {number} bands @param {number} wanted
 * @returns {Promise<FilledMember[]>} members of different bands, at most `wanted`
 */
export async function fillWithBands(db, bands, wanted) {
  return db.withConnection(async (/** @type {any} */ connection) => {
    for (let first = 0; first < bands; first += bandsPerBatch)
      await addBands(connection, Math.min(bandsPerBatch, bands - first))
    await connection`vacuum analyze`
    return sampleMembers(connection, wanted)
  })
}

/**
 * Random members of different bands. The dates of a band depend on its number modulo 365: the bands with a remainder less than `remainders`
 * have the same dates in databases of all sizes.
 * @param {any} db @param {number} wanted @param {number} [remainders] @returns {Promise<FilledMember[]>}
 */
export function sampleMembers(db, wanted, remainders = 365) {
  return db`
    with drawn as materialized (
      select id from bands where substring(name from '^The Night Buses (\\d+)$')::int % 365 < ${remainders}
      order by random() limit ${wanted})
    select m.band_id as "bandId", m.id as "membershipId", m.user_id as "userId", 'secret-' || m.user_id as cookie,
      gig.id as "gigId", gig.setlist_id as "setlistId", chart.song_id as "songId", chart.id as "chartId", recording.id as "recordingId",
      gig.link_id as "linkId", gig.ask_id as "askId",
      practice.event_id as "practiceId", announced.id as "announcedId", 'invitation-' || m.band_id as invitation, image.id as "imageId"
    from drawn
    cross join lateral (select * from memberships where band_id = drawn.id order by id limit 1) m
    cross join lateral (
      select e.id, e.setlist_id, l.link_id, a.id as ask_id
      from events e join gig_sheet_links l on l.band_id = e.band_id and l.event_id = e.id
      join dep_requests r on r.band_id = e.band_id and r.event_id = e.id
      join dep_asks a on a.band_id = r.band_id and a.request_id = r.id and a.dep_id = r.filled_by
      where e.band_id = drawn.id and e.date > current_date + 7 order by e.date limit 1) gig
    cross join lateral (
      select p.event_id from practised_songs p join events e on e.band_id = p.band_id and e.id = p.event_id
      where p.band_id = drawn.id order by e.date limit 1) practice
    cross join lateral (
      select e.id from events e
      where e.band_id = drawn.id and exists (select from notices n where n.band_id = e.band_id and n.event_id = e.id)
      order by e.date limit 1) announced
    cross join lateral (select id, song_id from charts where band_id = drawn.id order by id limit 1) chart
    cross join lateral (select id from recordings where band_id = drawn.id order by id limit 1) recording
    cross join (select id from images limit 1) image`
}

/**
 * Fills as `fillWithBands` does, several times as fast: builds the indexes and vacuums at the end, does not check references, and runs only
 * the triggers that compute columns of the inserted row.
 * @param {any} db a maintenance pool of the superuser @param {number} bands @param {number} wanted
 */
export async function bulkFillWithBands(db, bands, wanted) {
  // One connection, because a pool replaces its connections after half an hour.
  await db.withConnection((/** @type {any} */ connection) => fillWithoutIndexes(connection, bands))
  return fillWithBands(db, 0, wanted)
}

/** @param {any} db @param {number} bands */
async function fillWithoutIndexes(db, bands) {
  for (const setting of ["max_wal_size = '8GB'", 'full_page_writes = off', 'autovacuum = off'])
    await db.query(`alter system set ${setting}`)
  await db.query('select pg_reload_conf()')
  await db.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
  const triggers = await db`
    select format('alter table %s enable always trigger %I', tgrelid::regclass, tgname) as statement
    from pg_trigger where not tgisinternal and tgtype & 2 = 2` // 2: BEFORE
  for (const { statement } of triggers) await db.query(statement)
  const indexes = await db`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class t on t.oid = indrelid
    where t.relnamespace = 'public'::regnamespace and not indisunique`
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  for (let first = 0; first < bands; first += bandsPerBatch) await addBands(db, Math.min(bandsPerBatch, bands - first))
  for (const { definition } of indexes) await db.query(definition)
  await db.query('reset session_replication_role; reset work_mem')
  await db.query('alter system reset all')
  await db.query('select pg_reload_conf()')
}

/** @param {any} connection @param {number} bands */
async function addBands(connection, bands) {
  const [{ count: users }] = await connection`select count(*)::int as count from users`
  for (const statement of buildStatements(bands, users)) await connection.query(statement)
}

const uuidArraySql = (/** @type {number} */ count) =>
  `array(select gen_random_uuid() from generate_series(1, ${count}) where n >= 0)`

/** The statements that insert one batch of bands. Event k is a gig if k is divisible by 4. @param {number} bands @param {number} users that exist already */
function buildStatements(bands, users) {
  return `
    create temporary table new_bands as
      select n, gen_random_uuid() as id, ${uuidArraySql(4)} as members, ${uuidArraySql(rowsPerBand.events)} as events, ${uuidArraySql(rowsPerBand.songs)} as songs,
        ${uuidArraySql(rowsPerBand.setlists)} as setlists, ${uuidArraySql(rowsPerBand.deps)} as deps, ${uuidArraySql(2)} as series
      from generate_series(0, ${bands - 1}) n;
    create temporary table new_users as
      select n, gen_random_uuid() as id, n + ${users} as number, gen_random_uuid() as calendar_id
      from generate_series(0, ${bands * 2 - 1}) n;
    create temporary table new_members as
      select b.id as band_id, b.n, k, b.members[k + 1] as id, u.id as user_id, b.events
      from new_bands b cross join generate_series(0, 3) k
      join new_users u on u.n = (b.n * 2 + k) % ${bands * 2};
    analyze new_bands, new_users, new_members;
    insert into users (id, phone, first_name, last_name, display_name)
      select id, '+4479' || lpad(number::text, 8, '0'), 'Dee', 'Marsh', 'Dee ' || number from new_users;
    insert into sessions (id, token_hash, user_id, expires_at)
      select gen_random_uuid(), sha256(convert_to(token, 'UTF8')), id, now() + interval '30 days'
      from new_users cross join lateral (values ('secret-' || id), ('tablet-' || id)) device (token);
    insert into known_browsers (browser_hash, user_id) select sha256(id::text::bytea), id from new_users;
    insert into identities (issuer, subject, user_id) select 'https://issuer.example', id, id from new_users where n % 2 = 0;
    insert into notice_settings (user_id, groups, reminders)
      select id, jsonb_build_object('asked', ways, 'changes', ways, 'reminders', ways, 'news', ways),
        '{"eveningBefore": true, "gigMorning": true}'
      from new_users cross join (select '{"push": true, "email": true, "sms": false}'::jsonb as ways) w where n % 2 = 0;
    insert into notice_emails (user_id, email) select id, id || '@example.org' from new_users;
    insert into push_subscriptions (user_id, id, session_id, endpoint, p256dh, auth)
      select u.id, gen_random_uuid(), s.id, 'https://push.example/' || s.id, repeat('k', 87), repeat('a', 22)
      from new_users u join sessions s on s.user_id = u.id
      where n % 2 = 0 or s.token_hash = sha256(convert_to('secret-' || u.id, 'UTF8'));
    insert into idempotency_keys (user_id, key, request_hash, response, expires_at)
      select id, gen_random_uuid(), sha256(id::text::bytea), json_build_object('status', 200, 'body', repeat('x', 500)), now() + interval '1 day'
      from new_users cross join generate_series(1, 3);
    insert into images (id, content_hash, content)
      select id, sha256(id::text::bytea), convert_to(repeat(id::text, 100), 'UTF8') from new_users where n % 10 = 0;
    insert into free_months (user_id, month)
      select id, date_trunc('month', now()) + k * interval '1 month' from new_users cross join generate_series(0, 1) k;
    insert into unavailabilities (user_id, id, date, last_day)
      select u.id, gen_random_uuid(), day, day + 3
      from new_users u cross join generate_series(1, ${rowsPerUser.daysAway}) k
      cross join lateral (select current_date - 90 + ((k * 71 + u.n) % 365)::int as day) days;
    insert into busy_calendars (id, user_id, name, key_id, sealed_url, host, next_read_at)
      select calendar_id, id, 'Work', 'k', '', 'calendars.example', now() + interval '30 days' from new_users where n % 2 = 0;
    insert into busy_intervals (calendar_id, date, last_day, start_time, end_time)
      select calendar_id, day, day, '10:00', '11:00'
      from new_users u cross join generate_series(1, ${rowsPerUser.busyTimes}) k
      cross join lateral (select current_date + ((k * 7 + u.n) % 395)::int as day) days
      where u.n % 2 = 0;
    insert into bands (id, name) select id, 'The Night Buses ' || n from new_bands;
    insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
      select band_id, id, user_id, 'Drums', 'owner', 'active', '#aa3344', 'drum', now() from new_members;
    insert into invitations (id, kind, token_hash, band_id, max_uses, expires_at)
      select gen_random_uuid(), 'general', sha256(convert_to(state || '-' || id, 'UTF8')), id, 25, now() + days * interval '1 day'
      from new_bands cross join (values ('invitation', 7), ('expired', -7)) ages (state, days);
    insert into songs (band_id, id, title, artist, duration_seconds, key, tempo, last_practised_at)
      select b.id, b.songs[k], 'Song ' || k, 'The Larches', 180 + k, 'E', 120, now() - interval '20 days'
      from new_bands b cross join generate_series(1, ${rowsPerBand.songs}) k;
    insert into charts (band_id, id, song_id, name, created_at, updated_at)
      select b.id, b.songs[k], b.songs[k], 'Words', now(), now()
      from new_bands b cross join generate_series(1, ${rowsPerBand.songs}) k;
    insert into chart_versions (band_id, chart_id, version, kind, bytes, text, format, created_at)
      select b.id, b.songs[k], 1, 'text', 26, '[E]Take a look [A]at me now', 'chordpro', now()
      from new_bands b cross join generate_series(1, ${rowsPerBand.songs}) k;
    insert into files (band_id, id, purpose, name, bytes, media_type, created_at)
      select b.id, b.songs[k], 'recording', 'Take.m4a', 1000, 'audio/mp4', now()
      from new_bands b cross join generate_series(1, 4) k;
    insert into song_readiness (band_id, song_id, membership_id, status)
      select b.id, b.songs[k], b.members[m], case when k % 3 = 0 then 'green' else 'amber' end
      from new_bands b cross join generate_series(1, ${rowsPerBand.songs}) k cross join generate_series(1, 3) m;
    insert into song_vetos (band_id, song_id, membership_id) select id, songs[k], members[k] from new_bands cross join generate_series(1, 2) k;
    insert into setlists (band_id, id, name)
      select b.id, b.setlists[k], 'List ' || k from new_bands b cross join generate_series(1, ${rowsPerBand.setlists}) k;
    insert into setlist_items (band_id, setlist_id, id, position, song_id, label)
      select b.id, b.setlists[k], gen_random_uuid(), p, b.songs[p], 'Song ' || p
      from new_bands b cross join generate_series(1, ${rowsPerBand.setlists}) k cross join generate_series(1, ${rowsPerBand.setlistItems}) p;
    insert into events (band_id, id, type, title, date, last_day, start_time, end_time, location, is_public, is_all_day, asks_answers,
        reply_by, series_id, setlist_id, has_gig_sheet, has_dep, answered_yes, answered_no, version,
        option_group_id, option_number, option_count)
      select b.id, b.events[k + 1], case when is_gig then 'gig' else 'practice' end, 'Evening ' || k, day, day, '19:00', '22:00',
        'Unit 4, Elm Road', false, false, is_gig, case when is_gig then day - 7 end, case when not is_gig and k % 4 < 3 then b.series[k % 4] end,
        case when is_gig then b.setlists[1] end, is_gig, k % 16 = 0,
        case when is_gig then b.members[1:2] else '{}' end, case when is_gig then b.members[3:3] else '{}' end,
        case when k < ${rowsPerBand.changes} then 2 else 1 end,
        case when is_option then b.id end, case when is_option then k / 4 end, case when is_option then 3 end
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}) k
      cross join lateral (select k % 4 = 0 as is_gig, k in (4, 8, 12) as is_option, current_date - 90 + ((k * 7 + b.n) % 365)::int as day) days;
    insert into recordings (band_id, id, event_id, file_id, name, bytes, seconds, recorded_at, expires_at, created_at, updated_at)
      select b.id, b.songs[k], b.events[1], b.songs[k], 'Take', 1000, 60, now(), now() + interval '90 days', now(), now()
      from new_bands b cross join generate_series(1, 4) k;
    insert into recording_marks (band_id, recording_id, id, song_id, at_seconds)
      select b.id, b.songs[k], gen_random_uuid(), b.songs[k + 4], 10
      from new_bands b cross join generate_series(1, 4) k;
    insert into answers (band_id, event_id, membership_id, answer, schedule)
      select b.id, e.id, b.members[m], case when m = 3 then 'no' else 'yes' end, schedule_of(e.date, e.start_time, e.location, e.venue)
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k cross join generate_series(1, 3) m
      join events e on e.band_id = b.id and e.id = b.events[k + 1];
    insert into notes (band_id, id, event_id, position, text, written_by, created_at)
      select b.id, gen_random_uuid(), b.events[k + 1], p, 'Who drives?', b.members[1 + p % 3], now()
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k cross join generate_series(1, 5) p;
    insert into event_changes (band_id, event_id, version, user_id, fields)
      select band_id, events[c], 2, user_id, '[{"field": "location", "from": "Unit 3", "to": "Unit 4, Elm Road"}]'
      from new_members cross join generate_series(1, ${rowsPerBand.changes}) c where k = 0;
    insert into gig_sheets (band_id, event_id, address, times, contact_name, gear, fee_pence)
      select b.id, b.events[k + 1], '1 High Street', '[{"label": "Doors", "time": "19:00"}]', 'Kit', 'Backline', 20000
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k;
    insert into ledger_people (band_id, id, membership_id, user_id, name)
      select band_id, id, id, user_id, 'Kit' from new_members;
    insert into ledger_entries (band_id, id, at, on_day, kind, person_id, pence, pot_pence, is_of_settlement)
      select b.id, gen_random_uuid(), now() - l * interval '9 days', current_date - l * 9, 'expense', b.members[1 + l % 4], 100 + l,
        -100 - l, false
      from new_bands b cross join generate_series(1, ${rowsPerBand.ledgerEntries}) l;
    insert into settlements (band_id, event_id, status, fee_pence, agent_pence, costs, deps, pot_pence, shares)
      select b.id, b.events[k + 1], 'draft', 20000, 0, '[]', '[]', 0, '[]'
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k;
    insert into lifts (band_id, event_id, membership_id, mode, seats, from_place, leaves_at, driver_id, since)
      select b.id, b.events[k + 1], b.members[m], case when m = 1 then 'drives' else 'rides' end, case when m = 1 then 3 end,
        case when m = 1 then 'Leeds' end, case when m = 1 then '16:10'::time end, case when m > 1 then b.members[1] end, now()
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k cross join generate_series(1, 4) m
      join events e on e.band_id = b.id and e.id = b.events[k + 1] and e.last_day >= current_date - 7;
    insert into played_lists (band_id, event_id)
      select b.id, b.events[k + 1] from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k;
    insert into played_songs (band_id, event_id, position, song_id, title, is_own)
      select b.id, b.events[k + 1], s, b.songs[s], 'Song ' || s, s % 4 = 0
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 4) k cross join generate_series(1, 8) s;
    insert into gig_sheet_links (band_id, event_id, link_id, with_fee, with_contact)
      select b.id, b.events[k + 1], gen_random_uuid(), false, false from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 16) k;
    insert into practised_songs (band_id, event_id, song_id, practised_at)
      select b.id, b.events[k + 1], b.songs[s], now() - interval '20 days'
      from new_bands b cross join generate_series(1, ${rowsPerBand.events - 1}, 4) k cross join generate_series(1, 4) s;
    insert into activity (band_id, id, user_id, verb, subject, day, at)
      select band_id, gen_random_uuid(), user_id, (array['booked', 'changed', 'added_song'])[1 + a % 3], 'Evening', current_date,
        now() - a * interval '6 days'
      from new_members cross join generate_series(1, ${rowsPerBand.activity / 4}) a;
    insert into deps (band_id, id, name, phone, phone_mac, instrument)
      select id, deps[d], 'Dep ' || d, '+4477' || lpad((n * 3 + d)::text, 8, '0'), sha256((id::text || d)::bytea), 'Bass'
      from new_bands cross join generate_series(1, ${rowsPerBand.deps}) d;
    insert into dep_refusals (band_id, phone_mac) select id, sha256((id::text || 3)::bytea) from new_bands where n % 5 = 0;
    create temporary table new_requests as
      select b.id as band_id, gen_random_uuid() as id, b.events[k + 1] as event_id, b.deps
      from new_bands b cross join generate_series(0, ${rowsPerBand.events - 1}, 16) k;
    insert into dep_requests (band_id, id, event_id, mode, wait_minutes, instrument, filled_by)
      select band_id, id, event_id, 'one-by-one', 240, 'bass', deps[1] from new_requests;
    insert into dep_asks (id, band_id, request_id, dep_id, position, token_hash, asked_at, answer, answered_at, texted_kind, answered_schedule)
      select gen_random_uuid(), r.band_id, r.id, r.deps[d], d - 1, sha256((r.id::text || d)::bytea), now(), case d when 1 then 'yes' end,
        case d when 1 then now() end, case d when 1 then 'asked' end,
        case d when 1 then schedule_of(e.date, e.start_time, e.location, e.venue) end
      from new_requests r join events e on e.band_id = r.band_id and e.id = r.event_id cross join generate_series(1, 2) d;
    create temporary table new_notices as
      select m.band_id, m.user_id, gen_random_uuid() as id, m.events[1 + (i * 7) % ${rowsPerBand.events}] as event_id, i,
        now() - i * interval '108 hours' - m.n % 100 * interval '1 hour' as created_at
      from new_members m cross join generate_series(0, ${rowsPerUser.notices / 2 - 1}) i;
    insert into notices (user_id, id, band_id, event_id, cause_id, kind, title, body, url, dedup_key, created_at, read_at)
      select user_id, id, band_id, event_id, event_id, (array['event.added', 'reminder', 'event.changed'])[1 + i % 3], 'Practice moved',
        'Fri 28 Nov, 8 PM · Unit 4, Elm Road', '/events/' || event_id, case when i % 3 = 1 then 'reminder-' || id end, created_at,
        case when i > 1 then created_at + interval '1 hour' end
      from new_notices;
    insert into outgoing_messages (id, way, purpose, recipient_id, notice_id, is_requested, created_at, due_at, counted_at, claimed_at,
        attempts, is_accepted, outcome, finished_at)
      select gen_random_uuid(), case when i % 5 = 0 then 'mail' else 'push' end, 'notice', user_id, id, false, created_at, created_at,
        case when i % 5 = 0 then created_at end, created_at, 1, true, 'sent', created_at
      from new_notices where created_at > now() - interval '1 day';
    drop table new_bands, new_users, new_members, new_requests, new_notices`.split(';\n')
}
