import { beforeEach, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestSong, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, band: Band

beforeEach(async () => {
  dee = await server().createUser()
  band = await createTestBand(dee)
})

test('any member can set length, key, tempo and note of a song; a PATCH keeps fields that it leaves out, and null clears a field', async () => {
  const mo = await server().createUser()
  await joinBand(dee, band.id, mo)
  const song = await createTestSong(dee, band.id)
  expect(song).toMatchObject({ durationSeconds: null, key: null, tempo: null, note: null, lastPractisedAt: null })
  const path = `/api/bands/${band.id}/songs/${song.id}`
  const details = { durationSeconds: 215, key: 'F# minor', tempo: 128, note: 'Watch the stop\nafter verse 2' }
  expect((await mo.patch(path, details)).body).toEqual({ ...song, ...details })
  const { status, body } = await dee.patch(path, { tempo: 132, note: null })
  expect([status, body]).toEqual([200, { ...song, ...details, tempo: 132, note: null }])
  expect((await dee.get(`/api/bands/${band.id}/songs`)).body).toEqual([body])
})

test('parallel changes to different fields of a song are all stored', async () => {
  const song = await createTestSong(dee, band.id)
  const path = `/api/bands/${band.id}/songs/${song.id}`
  await Promise.all([dee.patch(path, { key: 'E' }), dee.patch(path, { tempo: 90 }), dee.patch(path, { note: 'Loud' })])
  expect((await dee.get(`/api/bands/${band.id}/songs`)).body).toMatchObject([{ key: 'E', tempo: 90, note: 'Loud' }])
})

test('the length sent with a new song is stored', async () => {
  const song = await createTestSong(dee, band.id, { durationSeconds: 219 })
  expect(song.durationSeconds).toBe(219)
  expect((await dee.get(`/api/bands/${band.id}/songs`)).body).toEqual([song])
})
