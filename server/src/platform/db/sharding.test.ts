// Sharding by band stays possible: primary keys and unique indexes of a band's tables contain band_id.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

/** Tables with band_id that do not belong to a band, with the reason. */
const exceptions: Record<string, string> = {
  dep_asks: 'looked up by token hash before the band is known',
  invitations: 'looked up by token hash before the band is known; founder invitations have no band',
  notices: 'belong to a user, also those about the account; band_id is the band that they are about',
  outgoing_messages:
    'looked up by the job that sends them; counted over all bands, and outlive their band, so that deleting it resets no budget',
  pending_notices: 'a queue over all bands, which each server empties within minutes',
  public_slugs: 'looked up by the address of a page before the band is known',
  unavailabilities: 'belong to a user; band_id is only the band where they were entered',
}
/** Tables whose rows belong to one band and would be sharded with it. */
const bandOwned = [
  'memberships',
  'events',
  'answers',
  'event_changes',
  'songs',
  'song_readiness',
  'song_vetos',
  'setlists',
  'setlist_items',
  'practised_songs',
  'played_lists',
  'played_songs',
  'lifts',
  'gig_sheets',
  'gig_sheet_links',
  'deps',
  'dep_refusals',
  'dep_requests',
  'activity',
  'activity_names',
  'files',
  'upload_days',
  'charts',
  'chart_versions',
  'recordings',
  'recording_marks',
  'recording_consents',
  'notes',
  'note_votes',
  'note_readers',
  'reports',
  'chart_markup',
  'ledger_people',
  'ledger_entries',
  'settlements',
  'gig_miles',
  'public_pages',
  'unconfirmed_enquiries',
  'enquiries',
]

test('every table with the column band_id has band_id first in its primary key or is listed as an exception', async () => {
  const rows = await server().services.db<{ table: string; key: string[] }[]>`
    select c.relname::text as table,
      (select array_agg(a.attname::text order by k.place)
        from pg_index i cross join unnest(i.indkey) with ordinality k (column_number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_attribute b on b.attrelid = c.oid and b.attname = 'band_id' and not b.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`
  const leading = rows.filter(({ key }) => key[0] === 'band_id').map(({ table }) => table)
  const others = rows.filter(({ key }) => key[0] !== 'band_id').map(({ table }) => table)
  expect(leading.toSorted()).toEqual(bandOwned.toSorted())
  expect(others.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test('every unique index of a band’s table contains band_id', async () => {
  const rows = await server().services.db<{ index: string }[]>`
    select i.indexrelid::regclass::text as index from pg_index i
    where i.indrelid::regclass::text = any(${bandOwned}) and i.indisunique
      and not exists (select from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = 'band_id' and a.attnum = any(i.indkey))`
  expect(rows).toEqual([])
})

test('docs/scaling.md lists exactly the tables that belong to a band as distributed by `band_id`', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/scaling.md'), 'utf8')
  const [, list = ''] = /and these by `band_id`[^:]+: (.+?)\./s.exec(text) ?? []
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(bandOwned.toSorted())
})
