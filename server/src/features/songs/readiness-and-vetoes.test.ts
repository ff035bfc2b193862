// What members say about songs, over the wire, and what becomes of it when one leaves.

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Membership } from '@gaffer/domain/member'
import type { Song } from '@gaffer/domain/song'
import { aBand, aSong, joinBand } from '#testing/builders.ts'
import type { Caller } from '#testing/caller.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()

let dee: Caller
let kit: Caller
let bandId: string
let deesId: string
let kits: Membership
let songs: string

beforeAll(async () => {
  dee = await world().person({ firstName: 'Dee' })
  kit = await world().person({ firstName: 'Kit' })
})

/** A band of Dee and Kit, new for each group of tests. */
async function newBand(): Promise<void> {
  const band = await aBand(dee)
  bandId = band.id
  deesId = band.membership.id
  kits = await joinBand(dee, bandId, kit)
  songs = `/api/bands/${bandId}/songs`
}

/** Takes a person's membership out of the band, as the database sees a removal. */
async function removeMembership(membershipId: string): Promise<void> {
  await world().deps.db`delete from memberships where band_id = ${bandId} and id = ${membershipId}`
}

describe('readiness', () => {
  beforeAll(newBand)

  test('is set and changed at any time, and comes back with the song', async () => {
    const { id } = await aSong(dee, bandId)
    for (const status of ['red', 'amber', 'green']) {
      const answer = await kit.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status })
      expect([answer.status, answer.body.readiness]).toEqual([200, [{ membershipId: kits.id, status }]])
    }
  })

  test('is one word a member, also when they press twenty times at once', async () => {
    const { id } = await aSong(dee, bandId)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        kit.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status: n % 2 ? 'red' : 'green' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const song = (await dee.get(songs)).body.find((one: Song) => one.id === id)
    expect(song.readiness).toHaveLength(1)
  })

  test('is nobody else’s to set', async () => {
    const { id } = await aSong(dee, bandId)
    const answer = await dee.post(`${songs}/${id}/readiness`, { membershipId: kits.id, status: 'red' })
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
    expect((await dee.get(songs)).body.find((one: Song) => one.id === id).readiness).toEqual([])
  })

  test.each(['blue', 'GREEN', null, 3])('%j is no readiness', async (status) => {
    const { id } = await aSong(dee, bandId)
    const answer = await dee.post(`${songs}/${id}/readiness`, { membershipId: deesId, status })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'status'])
  })
})

describe('a veto', () => {
  beforeAll(newBand)

  test('is added once and taken back by its member', async () => {
    const { id } = await aSong(dee, bandId)
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

  test('is nobody else’s to add or take back', async () => {
    const { id } = await aSong(dee, bandId)
    await kit.post(`${songs}/${id}/veto`, { membershipId: kits.id })
    expect((await dee.post(`${songs}/${id}/veto`, { membershipId: kits.id })).status).toBe(403)
    expect((await dee.delete(`${songs}/${id}/veto/${kits.id}`)).status).toBe(403)
    expect((await dee.get(songs)).body.find((one: Song) => one.id === id).vetos).toHaveLength(1)
  })
})

describe('a member who leaves', () => {
  beforeAll(newBand)

  test('takes readiness and vetoes along and leaves the songs', async () => {
    const { id } = await aSong(kit, bandId, { title: 'Ghost Town', addedByMembershipId: kits.id })
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

  test('while writing leaves no orphan', async () => {
    await newBand()
    const { id } = await aSong(dee, bandId)
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

test.each(['readiness', 'veto'])('a %s of somebody who is being removed is not said to be kept', async (word) => {
  await newBand()
  const { id } = await aSong(dee, bandId)
  let answer: ReturnType<Caller['post']> | undefined
  await world().deps.db.transaction(async (tx) => {
    await tx`delete from memberships where band_id = ${bandId} and id = ${kits.id}`
    const body = { membershipId: kits.id, ...(word === 'readiness' && { status: 'green' }) }
    answer = kit.post(`${songs}/${id}/${word}`, body)
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
})
