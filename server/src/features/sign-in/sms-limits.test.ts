// The limits of texts per IP address and per day are off with the fake SMS provider unless they are configured.

import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { addMessages } from '#features/messages/queue.ts'
import { sendMessage } from '#features/messages/send.ts'
import { hashSecret } from '#platform/keys.ts'
import { readTextsTo, waitForTextTo } from '#testing/sms.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'
import { insertPhoneCode } from './code-store.ts'

const server = useTestServer({ SMS_PER_ADDRESS_HOUR: '4', SMS_PER_DAY: '2', TRUST_PROXY: 'off' })

test('without TRUST_PROXY the hourly limit on code requests per IP address ignores X-Forwarded-For', async () => {
  const statuses: number[] = []
  for (let one = 0; one < 5; one += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${one}` }
    statuses.push(
      (await server().newClient().post('/auth/phone/send-code', { phone: nextTestPhone() }, headers)).status,
    )
  }
  expect(statuses).toEqual([202, 202, 202, 202, 429])
})

test('a code request is refused with 429 once the service has sent SMS_PER_DAY texts', async () => {
  const { db } = server().services
  await db`delete from outgoing_messages where purpose = 'sign-in code'`
  const people = await Promise.all([server().createUser(), server().createUser(), server().createUser()])
  for (const { user } of people.slice(0, 2)) {
    await server().newClient().post('/auth/phone/send-code', { phone: user.phone })
    await waitForTextTo(server().newClient(), user.phone)
  }
  const last = people[2]?.user.phone as string
  const answer = await server().newClient().post('/auth/phone/send-code', { phone: last })

  const hours = Number(answer.headers.get('retry-after')) / 3600
  expect([answer.status, hours > 23.9, hours <= 24]).toEqual([429, true, true])
  expect(await readTextsTo(server().newClient(), last)).toEqual([])
})

test('six codes sent in parallel do not exceed SMS_PER_DAY', async () => {
  const { services } = server()
  const { db } = services
  await db`update outgoing_messages set claimed_at = claimed_at - interval '2 days'`
  const people = await Promise.all(Array.from({ length: 6 }, () => server().createUser()))
  const codes = people.map(({ user }) => ({
    id: randomUUIDv7(),
    phone: user.phone,
    flowHash: hashSecret(user.id),
    invitationId: null,
  }))
  const message = { way: 'text', purpose: 'sign-in code', causedBy: null, isRequested: true, dueAt: null } as const
  for (const code of codes) {
    await insertPhoneCode(db, code)
    await addMessages(services, db, [{ ...message, id: code.id, recipient: code.phone }])
  }
  await Promise.all(codes.map(({ id }) => sendMessage(services, id)))
  const texts = await Promise.all(people.map(({ user }) => readTextsTo(server().newClient(), user.phone)))
  expect(texts.flat()).toHaveLength(2)
})
