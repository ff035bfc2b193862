import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ProviderError } from '#providers/provider-error.ts'
import { createTestBand } from '#testing/builders.ts'
import { readTextsTo, waitForTextTo } from '#testing/sms.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

const requestCode = (phone: string, caller = server().newClient()) => caller.post('/auth/phone/send-code', { phone })

/** Moves the code requests of the number into the past by `interval`. */
async function ageRequests(phone: string, interval: string): Promise<void> {
  await server().services.db.query(
    `update outgoing_messages set counted_at = counted_at - interval '${interval}' where recipient = '${phone}'`,
  )
}

test('a registered number gets a text with its code and, for autofill, the last line “@host #code”', async () => {
  const { user, url } = await server().createUser()
  expect(url).toBeTruthy()
  const answer = await requestCode(user.phone)
  expect([answer.status, answer.body]).toEqual([202, { retryAfter: 30 }])
  const text = await waitForTextTo(server().newClient(), user.phone)
  expect(text).toMatch(/^(\d{6}) is your Gaffer code\.[^]*\n@localhost:3000 #\1$/)
})

test('a code request for an unregistered number gets the same response as one for a registered number, and no text is sent', async () => {
  const { user } = await server().createUser()
  const stranger = nextTestPhone()
  const [known, unknown] = await Promise.all([requestCode(user.phone), requestCode(stranger)])
  const bytes = (answer: typeof known) => [answer.status, answer.text, answer.headers.get('content-type')]
  expect(bytes(unknown)).toEqual(bytes(known))
  await waitForTextTo(server().newClient(), user.phone)
  await sleep(300)
  expect(await readTextsTo(server().newClient(), stranger)).toEqual([])
})

test('an unregistered number gets a code by text when the browser that requests the code holds an invitation', async () => {
  const owner = await server().createUser()
  const band = await createTestBand(owner)
  const { body } = await owner.post(`/api/bands/${band.id}/invites/general`)
  const newcomer = server().newClient()
  const held = await newcomer.post('/auth/invite', { token: body.inviteLink.split('/invite/')[1] })
  expect(held.status).toBe(204)
  const phone = nextTestPhone()
  await requestCode(phone, newcomer)
  expect(await waitForTextTo(newcomer, phone)).toMatch(/^\d{6} /)
})

test.each([
  '+441632960001',
  '01632 960001',
  '+447012345678',
  '+33612345678',
  '+4476123',
  'not a number',
  '+44 7700 900 900 900',
])('a code request for %j, which is no UK mobile number, is refused with 400', async (phone) => {
  const answer = await requestCode(phone)
  expect([answer.status, answer.body.message]).toEqual([400, 'Please enter a UK mobile number'])
})

test('a code can be requested with a number in national format with spaces and a hyphen', async () => {
  const { user } = await server().createUser()
  const written = `0${user.phone.slice(3, 7)} ${user.phone.slice(7, 10)}-${user.phone.slice(10)}`
  expect((await requestCode(written)).status).toBe(202)
  expect(await waitForTextTo(server().newClient(), user.phone)).toMatch(/^\d{6} /)
})

test('a number may request one code per 30 seconds, three per 15 minutes, five per hour and ten per day', async () => {
  const phone = nextTestPhone()
  const statuses: number[] = []
  const requestCodeAfter = async (interval: string) => {
    await ageRequests(phone, interval)
    const answer = await requestCode(phone)
    statuses.push(answer.status)
    return answer
  }
  expect((await requestCode(phone)).status).toBe(202)
  const second = await requestCode(phone)
  expect(second.status).toBe(429)
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(25)

  for (const interval of [
    '31 s',
    '31 s',
    '31 s',
    '16 min',
    '31 s',
    '31 s',
    '61 min',
    '61 min',
    '61 min',
    '61 min',
    '61 min',
    '61 min',
  ])
    await requestCodeAfter(interval)
  // Three in 15 minutes, two more in the hour, then one an hour up to ten in the day.
  expect(statuses).toEqual([202, 202, 429, 202, 202, 429, 202, 202, 202, 202, 202, 429])
})

test('a code request is answered before the SMS provider has accepted the text', async () => {
  const { user } = await server().createUser()
  const { services } = server()
  const provider = services.sms
  let deliver = () => undefined as void
  services.sms = { send: () => new Promise((resolve) => (deliver = resolve)) }
  try {
    expect((await requestCode(user.phone)).status).toBe(202)
    await sleep(200)
  } finally {
    deliver()
    services.sms = provider
  }
})

test('a text that fails twice because the SMS provider is busy is sent by the third attempt, and a sign-in with its code succeeds', async () => {
  const { user } = await server().createUser()
  const { services } = server()
  const provider = services.sms
  const failure = { service: 'sms', failure: 'busy', reference: 'x', detail: 'HTTP 500' } as const
  const tried: string[] = []
  services.sms = {
    async send(text) {
      tried.push(text.body)
      if (tried.length < 3) throw new ProviderError(failure)
      await provider.send(text)
    },
  }
  const browser = server().newClient()
  try {
    expect((await requestCode(user.phone, browser)).status).toBe(202)
    const code = (await waitForTextTo(browser, user.phone, 1, 15_000)).slice(0, 6)
    expect((await browser.post('/auth/phone/verify-code', { phone: user.phone, code })).status).toBe(200)
  } finally {
    services.sms = provider
  }
  expect(tried).toHaveLength(3)
})

test('ten parallel code requests for one number send one text', async () => {
  const { user } = await server().createUser()
  const answers = await Promise.all(Array.from({ length: 10 }, () => requestCode(user.phone)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(9).fill(429)])
  await waitForTextTo(server().newClient(), user.phone)
  await sleep(300)
  expect(await readTextsTo(server().newClient(), user.phone)).toHaveLength(1)
})
