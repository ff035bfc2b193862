// What an operator does for one person: nobody else notices, and what was lost is of no use.

import { expect, test } from 'vitest'
import { aBand, joinBand } from '#testing/builders.ts'
import { aBusyPerson, traces } from '#testing/busy-person.ts'
import { findTraces } from '#testing/columns.ts'
import { signInBySms } from '#testing/sms.ts'
import { aPhone, useWorld } from '#testing/world.ts'
import { readErrand, WrongArguments } from './arguments.ts'
import { runForPerson } from './errands.ts'

const world = useWorld()
const run = (...given: string[]) => runForPerson(world().deps.db, readErrand(given, { allowDrama: true }))

test('a lost phone is signed out, and its person signs in anew', async () => {
  const [dee, other] = [await world().person(), await world().person()]
  expect(await run(dee.user.phone, 'sign-out')).toBe('Signed out on 1 device.')
  expect((await dee.get('/api/me')).status).toBe(401)
  expect((await other.get('/api/me')).status).toBe(200)
  expect((await signInBySms(world().stranger(), dee.user.phone)).status).toBe(200)
})

test('another number is another way in to the same account, and the old one none', async () => {
  const dee = await world().person()
  const phone = aPhone()
  expect(await run(dee.user.phone, 'number', phone)).toBe(`Signed out on 1 device. From now on ${phone} signs in.`)
  expect((await dee.get('/api/me')).status).toBe(401)
  expect((await signInBySms(world().stranger(), phone)).body.user.id).toBe(dee.user.id)
  await expect(run(dee.user.phone, 'sign-out')).rejects.toThrow('Nobody has an account')
  const other = await world().person()
  await expect(run(other.user.phone, 'number', phone)).rejects.toThrow('has an account of its own')
  expect((await other.get('/api/me')).status).toBe(200)
})

test('a number that was replaced stands in no column of any table, and its account keeps everything else', async () => {
  const { phone, zeb } = await aBusyPerson(world())
  const bands = (await zeb.get('/api/me')).body.bands
  const now = aPhone()
  await run(phone, 'number', now)
  expect(await findTraces(world(), [phone, phone.slice(3)])).toEqual([])
  const again = world().stranger()
  expect((await signInBySms(again, now)).status).toBe(200)
  expect((await again.get('/api/me')).body.bands.map(({ id }: { id: string }) => id)).toEqual(
    bands.map(({ id }: { id: string }) => id),
  )
  expect((await again.delete('/api/me')).status).toBe(204)
  expect(await findTraces(world(), traces(now))).toEqual([])
})

test('erasing leaves no trace, unless a band of others would lose its only owner', async () => {
  const { phone } = await aBusyPerson(world())
  expect(await run(phone, 'erase')).toContain('Erased')
  expect(await findTraces(world(), traces(phone))).toEqual([])
  const [owner, member] = [await world().person(), await world().person()]
  await joinBand(owner, (await aBand(owner)).id, member)
  await expect(run(owner.user.phone, 'erase')).rejects.toThrow('You are the only owner of')
  expect((await owner.get('/api/me')).status).toBe(200)
})

test.each([
  [],
  ['07400123456'],
  ['07400123456', 'forget'],
  ['07400123456', 'erase', 'now'],
  ['0113 496 0000', 'erase'],
])('refuses %j', (...given) => {
  expect(() => readErrand(given.filter(Boolean), { allowDrama: false })).toThrow(WrongArguments)
})
