import { expect, test } from 'vitest'
import { aBand, aGig, aSong, daysAway, joinBand } from '#testing/builders.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

async function aBandOfTwo() {
  const dee = await server().createUser({ firstName: 'Dee' })
  const band = await aBand(dee)
  const kit = await server().createUser({ firstName: 'Kit' })
  const { id } = await joinBand(dee, band.id, kit)
  return { dee, kit, kitId: id, base: `/api/bands/${band.id}`, bandId: band.id }
}

type Line = {
  verb: string
  actor: string | null
  subject: string | null
  date: string | null
  previousDate: string | null
}
const short = ({ verb, actor, subject, date, previousDate }: Line) => [verb, actor, subject, date, previousDate]

test('the activity lists bookings, moves, edits, cancellations, joins, access and settings changes with actor and subject, newest first', async () => {
  const { dee, kit, kitId, base, bandId } = await aBandOfTwo()
  const gig = await aGig(kit, bandId, { title: 'At the Fenton' })
  await dee.patch(`${base}/events/${gig.id}`, { date: '2027-03-13' })
  await kit.patch(`${base}/events/${gig.id}`, { title: null, notes: 'Back door' })
  await dee.delete(`${base}/events/${gig.id}`)
  await dee.patch(base, { description: 'Loud' })
  await dee.patch(`${base}/members/${kitId}`, { access: 'admin' })
  await daysAway(kit, bandId)
  const { body } = await kit.get(`${base}/activity`)
  expect(body.map(short)).toEqual([
    ['made_admin', 'Dee', 'Kit', null, null],
    ['changed_settings', 'Dee', null, null, null],
    ['deleted', 'Dee', 'Public Gig', '2027-03-13', null],
    ['changed', 'Kit', 'Public Gig', '2027-03-13', null],
    ['moved', 'Dee', 'At the Fenton', '2027-03-13', '2027-03-12'],
    ['booked', 'Kit', 'At the Fenton', '2027-03-12', null],
    ['joined', 'Kit', null, null, null],
    ['invited_by_link', 'Dee', null, null, null],
  ])
})

test('the activity names added and removed songs by title, until the account of the member who added them is erased', async () => {
  const { dee, kit, base, bandId } = await aBandOfTwo()
  const { id } = await aSong(kit, bandId, { title: 'Ghost Town' })
  await dee.delete(`${base}/songs/${id}`)
  expect((await dee.delete(`${base}/songs/${id}`)).status).toBe(404)
  expect((await dee.get(`${base}/activity`)).body.map(short).slice(0, 2)).toEqual([
    ['removed_song', 'Dee', 'Ghost Town', null, null],
    ['added_song', 'Kit', 'Ghost Town', null, null],
  ])
  await kit.delete('/api/me')
  const row = (await dee.get(`${base}/activity`)).body.find(({ verb }: Line) => verb === 'added_song')
  expect(short(row)).toEqual(['added_song', null, null, null, null])
})

test('refused requests leave no line in the activity', async () => {
  const { dee, base } = await aBandOfTwo()
  await dee.patch(base, { name: 'Other' }, { 'if-match': '"99"' })
  await dee.post(`${base}/events`, { type: 'festival', date: '2027-03-05', venue: 'A field' })
  expect((await dee.get(`${base}/activity`)).body.map(({ verb }: Line) => verb)).toEqual(['joined', 'invited_by_link'])
})

test('a removed member stays named in the activity until their account is erased', async () => {
  const { dee, kit, kitId, base, bandId } = await aBandOfTwo()
  await aGig(kit, bandId)
  await dee.delete(`${base}/members/${kitId}`)
  const lines = async () => (await dee.get(`${base}/activity`)).body.map(short).slice(0, 3)
  expect(await lines()).toEqual([
    ['removed', 'Dee', 'Kit', null, null],
    ['booked', 'Kit', 'Public Gig', '2027-03-12', null],
    ['joined', 'Kit', null, null, null],
  ])
  await server().deps.db`delete from users where id = ${kit.user.id}`
  expect(await lines()).toEqual([
    ['removed', 'Dee', null, null, null],
    ['booked', null, 'Public Gig', '2027-03-12', null],
    ['joined', null, null, null, null],
  ])
  const [row] = await server().deps.db`select count(*)::int as left from activity_names where name = 'Kit'`
  expect(row?.['left']).toBe(0)
})

test('the activity is paged by 20 lines and hides lines older than twelve months', async () => {
  const { dee, base, bandId } = await aBandOfTwo()
  for (let one = 0; one < 21; one += 1) await aGig(dee, bandId, { title: `Gig ${one}` })
  const first = (await dee.get(`${base}/activity`)).body
  const second = (await dee.get(`${base}/activity?before=${first.at(-1).id}`)).body
  expect([first.length, first[0].subject, second.map(({ verb }: Line) => verb)]).toEqual([
    20,
    'Gig 20',
    ['booked', 'joined', 'invited_by_link'],
  ])
  await server().deps.db`update activity set at = now() - interval '13 months' where band_id = ${bandId}`
  expect((await dee.get(`${base}/activity`)).body).toEqual([])
})
