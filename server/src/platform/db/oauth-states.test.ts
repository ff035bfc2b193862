import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { useTestServer } from '#testing/test-server.ts'
import { insertOauthState, takeOauthState } from './oauth-states.ts'

const server = useTestServer()

const google = () => ({ provider: 'google', secretHash: randomBytes(32), user: null }) as const
const createUser = async () => ({ userId: (await server().createUser()).user.id }) as AuthenticatedUser

test('of 20 parallel takeOauthState calls one returns the OAuth state with its returnTo, and 19 return undefined', async () => {
  const { db } = server().services
  const key = google()
  await insertOauthState(db, { ...key, returnTo: '/calendar' })
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeOauthState(db, key)))
  expect(taken.filter(Boolean)).toEqual([{ returnTo: '/calendar' }])
})

test('takeOauthState returns an OAuth state after nine minutes, and undefined after ten minutes', async () => {
  const { db } = server().services
  const taken: unknown[] = []
  for (const minutes of [9, 10]) {
    const key = google()
    await insertOauthState(db, { ...key, returnTo: null })
    await db`update oauth_states set expires_at = expires_at - make_interval(mins => ${minutes})`
    taken.push(await takeOauthState(db, key))
  }
  expect(taken).toEqual([{ returnTo: null }, undefined])
})

test('an OAuth state is taken only with its secret, its provider and its user, and a refused attempt does not consume it', async () => {
  const { db } = server().services
  const [user, otherUser] = [await createUser(), await createUser()]
  const key = { provider: 'spotify', secretHash: randomBytes(32), user } as const
  await insertOauthState(db, { ...key, returnTo: null })
  expect(await takeOauthState(db, { ...key, secretHash: randomBytes(32) })).toBeUndefined()
  expect(await takeOauthState(db, { ...key, user: otherUser })).toBeUndefined()
  expect(await takeOauthState(db, { ...key, user: null })).toBeUndefined()
  expect(await takeOauthState(db, { ...key, provider: 'google' })).toBeUndefined()
  expect(await takeOauthState(db, key)).toEqual({ returnTo: null })
})

test('PostgreSQL refuses a Google OAuth state with a user and a Spotify OAuth state without a user', async () => {
  const { db } = server().services
  const withUser = { ...google(), user: await createUser(), returnTo: null }
  await expect(insertOauthState(db, withUser)).rejects.toThrow('oauth_states_check')
  const withoutUser = { ...google(), provider: 'spotify', returnTo: null } as const
  await expect(insertOauthState(db, withoutUser)).rejects.toThrow('oauth_states_check')
})
