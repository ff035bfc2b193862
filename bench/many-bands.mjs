// Fills an empty database with any number of equal bands: four members who are each in two bands, 50 events over a year, days
// away, songs and activity. Inserts ten thousand bands with one statement for each table.

const batch = 10_000

/**
 * @param {any} db a maintenance pool: the statements take longer than a request may
 * @param {number} bands @param {number} wanted
 * @returns {Promise<{ bandId: string, membershipId: string, cookie: string }[]>} members of different bands, at most `wanted`
 */
export async function fillWithBands(db, bands, wanted) {
  return db.withConnection(async (/** @type {any} */ connection) => {
    for (let first = 0; first < bands; first += batch) await addBands(connection, Math.min(batch, bands - first))
    await connection`vacuum analyze`
    return connection`
      with drawn as materialized (select id from bands order by random() limit ${wanted})
      select distinct on (m.band_id) m.band_id as "bandId", m.id as "membershipId", 'secret-' || m.user_id as cookie
      from drawn join memberships m on m.band_id = drawn.id
      order by m.band_id, m.id`
  })
}

/** @param {any} connection @param {number} bands */
async function addBands(connection, bands) {
  await connection.query(`
    create temporary table new_bands as select n, gen_random_uuid() as id from generate_series(0, ${bands - 1}) n;
    create temporary table new_users as
      select n, gen_random_uuid() as id, (select count(*) from users) + n as number
      from generate_series(0, ${bands * 2 - 1}) n;
    insert into users (id, phone, first_name, last_name, display_name)
      select id, '+4479' || lpad(number::text, 8, '0'), 'Dee', 'Marsh', 'Dee ' || number from new_users;
    insert into sessions (id, token_hash, user_id, expires_at)
      select gen_random_uuid(), sha256(convert_to('secret-' || id, 'UTF8')), id, now() + interval '1 day' from new_users;
    insert into bands (id, name) select id, 'The Night Buses ' || n from new_bands;
    insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
      select b.id, gen_random_uuid(), u.id, 'Drums', 'owner', 'active', '#aa3344', 'drum', now()
      from new_bands b cross join generate_series(0, 3) k
      join new_users u on u.n = (b.n * 2 + k) % ${bands * 2};
    insert into events (band_id, id, type, title, date, last_day, start_time, end_time, location, is_public, is_all_day)
      select b.id, gen_random_uuid(), 'practice', 'Practice ' || k, day, day, '19:00', '22:00', 'Unit 4, Elm Road',
        false, false
      from new_bands b cross join generate_series(0, 49) k
      cross join lateral (select date '2026-09-01' + ((k * 7 + b.n) % 365)::int as day) days;
    insert into unavailabilities (user_id, id, date, last_day)
      select u.id, gen_random_uuid(), day, day + 3
      from new_users u cross join generate_series(0, 4) k
      cross join lateral (select date '2026-09-01' + ((k * 71 + u.n) % 365)::int as day) days;
    insert into songs (band_id, id, title, artist)
      select id, gen_random_uuid(), 'Song ' || k, 'The Larches' from new_bands cross join generate_series(1, 10) k;
    insert into song_readiness (band_id, song_id, membership_id, status)
      select s.band_id, s.id, m.id, 'amber'
      from new_bands b join songs s on s.band_id = b.id
      join lateral (select id from memberships where band_id = b.id limit 2) m on true;
    insert into activity (band_id, id, user_id, verb, subject, day)
      select m.band_id, gen_random_uuid(), m.user_id, 'booked', 'Practice', '2027-03-05'
      from new_bands b join memberships m on m.band_id = b.id cross join generate_series(1, 5);
    drop table new_bands, new_users;`)
}
