import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { createBandWithPracticeList, createTestSong } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

let dee: TestClient, kit: TestClient
let kits: Membership
let bandId: string, deesId: string, songs: string

/** Replaces the band by a new one with an empty practice list. */
async function createBand(): Promise<void> {
  ;({ dee, kit, bandId, deesId, kits, songs } = await createBandWithPracticeList(server()))
}

async function removeMembership(membershipId: string): Promise<void> {
  await server().services.db`delete from memberships where band_id = ${bandId} and id = ${membershipId}`
}

describe('readiness', () => {
  beforeAll(createBand)

  test('a member can set and change their readiness for a song', async () => {
    const { id } = await createTestSong(dee, bandId)
    for (const status of ['red', 'amber', 'green']) {
      const answer = await kit.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status })
      expect([answer.status, answer.body.readiness]).toEqual([200, [{ membershipId: kits.id, status }]])
    }
  })

  test('twenty parallel readiness requests of one member for one song leave one value', async () => {
    const { id } = await createTestSong(dee, bandId)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        kit.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status: n % 2 ? 'red' : 'green' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const song = (await dee.get(songs)).body.find((one: Song) => one.id === id)
    expect(song.readiness).toHaveLength(1)
  })

  test('a member cannot set another member’s readiness', async () => {
    const { id } = await createTestSong(dee, bandId)
    const answer = await dee.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status: 'red' })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
    expect((await dee.get(songs)).body.find((one: Song) => one.id === id).readiness).toEqual([])
  })

  test.each(['blue', 'GREEN', null, 3])('the readiness status %j is refused', async (status) => {
    const { id } = await createTestSong(dee, bandId)
    const answer = await dee.post(`${songs}/${id}/readiness`, { membershipId: deesId, status })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'status'])
  })
})

describe('a veto', () => {
  beforeAll(createBand)

  test('a veto is added once by repeated requests and withdrawn by its member', async () => {
    const { id } = await createTestSong(dee, bandId)
    const add = () => kit.post(`${songs}/${id}/veto`, { membershipId: kits.id })
    const answers = await Promise.all([add(), add(), add()])
    for (const { status, body } of answers) {
      expect([status, body.vetos]).toEqual([200, [{ membershipId: kits.id }]])
    }
    const taken = await kit.delete(`${songs}/${id}/veto/${kits.id}`)
    expect([taken.status, taken.text]).toEqual([204, ''])
    expect((await kit.delete(`${songs}/${id}/veto/${kits.id}`)).status).toBe(204)
    expect((await dee.get(songs)).body.find((one: Song) => one.id === id).vetos).toEqual([])
  })

  test('a member cannot add or withdraw another member’s veto', async () => {
    const { id } = await createTestSong(dee, bandId)
    await kit.post(`${songs}/${id}/veto`, { membershipId: kits.id })
    expect((await dee.post(`${songs}/${id}/veto`, { membershipId: kits.id })).status).toBe(403)
    expect((await dee.delete(`${songs}/${id}/veto/${kits.id}`)).status).toBe(403)
    expect((await dee.get(songs)).body.find((one: Song) => one.id === id).vetos).toHaveLength(1)
  })
})

describe('removing a member', () => {
  beforeAll(createBand)

  test('removing a member deletes their readiness and vetoes and keeps their songs', async () => {
    const { id } = await createTestSong(kit, bandId, { title: 'Ghost Town', addedByMembershipId: kits.id })
    await kit.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status: 'green' })
    await kit.post(`${songs}/${id}/veto`, { membershipId: kits.id })
    await dee.post(`${songs}/${id}/veto`, { membershipId: deesId })
    await removeMembership(kits.id)
    expect((await dee.get(songs)).body).toMatchObject([
      { id, title: 'Ghost Town', addedByMembershipId: null, readiness: [], vetos: [{ membershipId: deesId }] },
    ])
    expect((await kit.get(songs)).status).toBe(404)
    expect((await kit.post(songs, { title: 'One', artist: 'Two' })).status).toBe(404)
  })

  test('a member who is removed while their requests run leaves no readiness and no veto, and every song has addedByMembershipId null', async () => {
    await createBand()
    const { id } = await createTestSong(dee, bandId)
    const writes = Array.from({ length: 12 }, (_, n) => [
      kit.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status: 'green' }),
      kit.post(`${songs}/${id}/veto`, { membershipId: kits.id }),
      kit.post(songs, { title: `Song ${n}`, artist: 'Kit', addedByMembershipId: kits.id }),
    ]).flat()
    await removeMembership(kits.id)
    for (const { status } of await Promise.all(writes)) expect([200, 201, 404]).toContain(status)
    for (const song of (await dee.get(songs)).body as Song[]) {
      expect(song).toMatchObject({ addedByMembershipId: null, readiness: [], vetos: [] })
    }
  })
})

test.each(['readiness', 'veto'])('a %s request of a member who is being removed gets 404', async (word) => {
  await createBand()
  const { id } = await createTestSong(dee, bandId)
  let answer: ReturnType<TestClient['post']> | undefined
  await server().services.db.transaction(async (tx) => {
    await tx`delete from memberships where band_id = ${bandId} and id = ${kits.id}`
    const body = { membershipId: kits.id, ...(word === 'readiness' && { status: 'green' }) }
    answer = kit.post(`${songs}/${id}/${word}`, body)
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
})
