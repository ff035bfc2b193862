import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import type { Lift } from '@gaffer/domain/lifts/lift'
import { createTestBand, createTestGig, createTestPractice, eventPathOf, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { unknownId } from '#testing/refused-fields.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, jo: TestClient
let band: Band & { membership: Membership }, dees: string, kits: string, jos: string, gig: string

beforeEach(async () => {
  dee = await server().createUser()
  band = await createTestBand(dee, { displayName: 'Dee' })
  dees = band.membership.id
  ;[kit, jo] = [await server().createUser({ displayName: 'Kit' }), await server().createUser({ displayName: 'Jo' })]
  kits = (await joinBand(dee, band.id, kit)).id
  jos = (await joinBand(dee, band.id, jo)).id
  gig = eventPathOf(await createTestGig(dee, band.id))
})

const putLift = (caller: TestClient, id: string, lift: object) => caller.put(`${gig}/lifts/${id}`, lift)
const drive = (seats: number) => putLift(dee, dees, { mode: 'drives', seats, from: 'Hyde Park', leavesAt: '16:10' })
const ride = (caller: TestClient, id: string) => putLift(caller, id, { mode: 'rides', driverId: dees })
const readLifts = async (): Promise<Lift[]> => (await jo.get(`${gig}/lifts`)).body
const readModes = async () => (await readLifts()).map(({ displayName, mode }) => `${displayName} ${mode}`)

test('the lifts of a gig list a driver and then their riders, in the order in which they got in', async () => {
  expect((await drive(2)).body).toEqual({
    membershipId: dees,
    displayName: 'Dee',
    mode: 'drives',
    seats: 2,
    from: 'Hyde Park',
    leavesAt: '16:10',
    driverId: null,
  })
  await putLift(kit, kits, { mode: 'needs', from: 'Headingley' })
  await ride(jo, jos)
  await ride(kit, kits)
  expect((await readLifts()).map(({ displayName, driverId }) => [displayName, driverId])).toEqual([
    ['Dee', null],
    ['Jo', dees],
    ['Kit', dees],
  ])
})

test('of two riders who take the last seat at once, one gets the seat and the other gets 409 with the code "full"', async () => {
  await drive(1)
  const answers = await Promise.all([ride(kit, kits), ride(jo, jos)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'full', message: liftMessages.carFull })
  expect((await readLifts()).filter(({ driverId }) => driverId === dees)).toHaveLength(1)
})

test('a rider who repeats the request keeps the seat and the place in the order, and a driver who offers fewer seats than are taken gets 409', async () => {
  await drive(2)
  await ride(kit, kits)
  await ride(jo, jos)
  expect((await ride(kit, kits)).status).toBe(200)
  expect((await readLifts()).map(({ displayName }) => displayName)).toEqual(['Dee', 'Kit', 'Jo'])
  const { status, body } = await drive(1)
  expect([status, body.code, body.message]).toEqual([409, 'full', liftMessages.seatsTaken(2)])
})

test.each(['rides with another', 'drives no more', 'is deleted'])(
  'the riders of a driver need a lift again when the driver %s',
  async (how) => {
    await drive(2)
    await ride(kit, kits)
    if (how === 'is deleted') expect((await dee.delete(`${gig}/lifts/${dees}`)).status).toBe(204)
    else if (how === 'drives no more') await putLift(dee, dees, { mode: 'own' })
    else {
      await putLift(jo, jos, { mode: 'drives', seats: 1 })
      await putLift(dee, dees, { mode: 'rides', driverId: jos })
    }
    expect((await readLifts()).find(({ membershipId }) => membershipId === kits)).toMatchObject({
      mode: 'needs',
      driverId: null,
    })
  },
)

test('the riders of a driver who leaves the band need a lift again', async () => {
  await putLift(kit, kits, { mode: 'drives', seats: 2 })
  await putLift(jo, jos, { mode: 'rides', driverId: kits })
  expect((await kit.post(`/api/bands/${band.id}/leave`)).status).toBe(204)
  expect(await readModes()).toEqual(['Jo needs'])
})

const sayNo = (caller: TestClient, id: string, more: object = {}) =>
  caller.put(`${gig}/answers/${id}`, { answer: 'no', ...more })

test.each(['an answer link', 'the member', 'the owner'])('a rider’s No by %s frees the rider’s seat', async (way) => {
  await drive(1)
  await ride(kit, kits)
  if (way === 'an answer link') {
    const token = server().services.links.signLink('answer', [kits, gig.split('/').at(-1) as string])
    expect((await server().newClient().post(`/api/answer-links/${token}`, { answer: 'no' })).status).toBe(200)
  } else await sayNo(way === 'the member' ? kit : dee, kits)
  expect(await readModes()).toEqual(['Dee drives'])
  expect((await ride(jo, jos)).status).toBe(200)
})

test('an answer No removes the lift of a member who needs a lift or makes their own way; a driver who answers No still drives with the same riders', async () => {
  await putLift(kit, kits, { mode: 'needs' })
  await putLift(jo, jos, { mode: 'own' })
  await sayNo(kit, kits)
  await sayNo(jo, jos)
  expect(await readModes()).toEqual([])
  await drive(2)
  await ride(kit, kits)
  await sayNo(dee, dees)
  expect(await readModes()).toEqual(['Dee drives', 'Kit rides'])
})

test('a member who takes a seat after answering No keeps the seat when they add a comment to the No', async () => {
  await drive(2)
  await sayNo(kit, kits)
  await ride(kit, kits)
  await sayNo(kit, kits, { comment: 'I only watch' })
  expect(await readModes()).toEqual(['Dee drives', 'Kit rides'])
})

test('members can change only their own lift, and owners any lift', async () => {
  const refused = await putLift(kit, jos, { mode: 'own' })
  expect([refused.status, refused.body.message]).toEqual([403, liftMessages.notYourLift])
  expect((await kit.delete(`${gig}/lifts/${jos}`)).status).toBe(403)
  expect((await putLift(dee, jos, { mode: 'own' })).status).toBe(200)
  expect(await readModes()).toEqual(['Jo own'])
  expect((await dee.delete(`${gig}/lifts/${jos}`)).status).toBe(204)
  expect((await dee.delete(`${gig}/lifts/${jos}`)).status).toBe(204)
  expect((await putLift(dee, unknownId, { mode: 'own' })).status).toBe(404)
})

test('a rider gets the code "conflict" for a driver who does not drive to this gig, and 400 for themselves or an unknown member as driver', async () => {
  expect((await ride(kit, kits)).body).toMatchObject({ code: 'conflict', message: liftMessages.notDriving })
  for (const driverId of [kits, unknownId]) {
    const { status, body } = await putLift(kit, kits, { mode: 'rides', driverId })
    expect([status, body.message]).toEqual([400, liftMessages.driverUnknown])
  }
})

test('a lift is refused for a practice, a gig that is over and a cancelled gig, and a lift of a cancelled gig cannot be deleted', async () => {
  const lift = { mode: 'own' }
  const practice = eventPathOf(await createTestPractice(dee, band.id))
  expect((await dee.put(`${practice}/lifts/${dees}`, lift)).body.message).toBe(liftMessages.notGig)
  const past = eventPathOf(await createTestGig(dee, band.id, { date: '2026-09-04' }))
  expect((await dee.put(`${past}/lifts/${dees}`, lift)).body.message).toBe(liftMessages.gigOver)
  await putLift(dee, dees, lift)
  await dee.patch(gig, { status: 'cancelled' })
  expect((await putLift(dee, dees, lift)).body.message).toBe(liftMessages.gigCancelled)
  expect((await dee.delete(`${gig}/lifts/${dees}`)).body.message).toBe(liftMessages.gigCancelled)
})
