// An enquiry on several dates is one question: one notice, one push message and one mail for each member.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeSmtp, type FakeSmtp, type ReceivedMail } from '@gaffer/fakes/smtp'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { BandEvent } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { settleDueNotices } from './settle.ts'
import { createTestBand, createTestOptions, eventPathOf, joinBand } from '#testing/builders.ts'
import {
  expectNotices,
  immediateNoticesEnvironment,
  readNoticesOf,
  readPushesTo,
  settleTogether,
  subscribePushDevice,
  waitForDeliveryOutcomes,
  waitUntilDueNoticesStored,
} from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let smtp: FakeSmtp, server: TestServer
beforeAll(async () => {
  smtp = await startFakeSmtp()
  server = await startTestServer({ ...immediateNoticesEnvironment, SMTP_URL: smtp.url, MAIL_FROM: smtp.from })
})
afterAll(async () => {
  await server?.stop()
  await smtp?.close()
})

const today = todayInLondon(testClock.now())
const dates = [30, 37, 44].map((days) => addDays(today, days)) as [string, string, string]
const [first, second, third] = dates.map(shortDate) as [string, string, string]

let ros: TestClient, kit: TestClient, mags: TestClient
let bandId: string, kitId: string, magsId: string
let options: [BandEvent, BandEvent, BandEvent], groupPath: string, pagePath: string

beforeEach(async () => {
  smtp.clear()
  ros = await server.createUser({ firstName: 'Ros' })
  kit = await server.createUser({ firstName: 'Kit' })
  mags = await server.createUser({ firstName: 'Mags' })
  bandId = (await createTestBand(ros, { displayName: 'Ros' })).id
  kitId = (await joinBand(ros, bandId, kit)).id
  magsId = (await joinBand(ros, bandId, mags)).id
  await waitUntilDueNoticesStored(server)
  await server.services.db`delete from notices`
})

async function addOptions(more: object = {}, on: readonly string[] = dates): Promise<void> {
  const { events, optionGroupId } = await createTestOptions(ros, bandId, on, more)
  options = events as typeof options
  groupPath = `/api/bands/${bandId}/option-groups/${optionGroupId}`
  pagePath = `/bands/${bandId}/options/${optionGroupId}`
}

const together = (work: () => Promise<unknown>) => settleTogether(server, work)
const verifyEmail = (client: TestClient, email: string) =>
  server.services.db`
    insert into notice_emails (user_id, email, verified_at) values (${client.user.id}, ${email}, ${testClock.now()})`
const answer = (client: TestClient, membershipId: string, option: BandEvent, value: string) =>
  client.put(`${eventPathOf(option)}/answers/${membershipId}`, { answer: value })
const titlesOf = async (client: TestClient) => (await readNoticesOf(client)).map(({ title }) => title)
const asked = `Can you play? Launch, ${first}, ${second} or ${third}, 8 PM`

test('an enquiry on three dates makes one notice for each other member, which names the dates and links to their page', async () => {
  await addOptions()
  for (const member of [kit, mags]) {
    const [notice] = await expectNotices(member, ['answer.asked'])
    expect([notice?.title, notice?.eventId]).toEqual([asked, options[0].id])
    expect(notice?.url).toBe(pagePath)
    expect(notice?.body).toMatch(/^Ros is asking about 3 dates\. Please answer by .* Place: The Fenton\.$/)
  }
  await waitUntilDueNoticesStored(server)
  expect([await titlesOf(kit), await titlesOf(ros)]).toEqual([[asked], []])
})

test('an enquiry that asks for no answers makes one notice that its dates are pencilled', async () => {
  await addOptions({ type: 'practice', title: null, venue: null, location: 'Unit 4', asksAnswers: false })
  const [notice] = await expectNotices(kit, ['event.added'])
  expect([notice?.title, notice?.body]).toEqual([
    `Practice pencilled: ${first}, ${second} or ${third}, 8 PM`,
    'Ros pencilled 3 dates. Place: Unit 4.',
  ])
})

test('an enquiry on three dates sends one push message, which has no answer buttons because it asks about several dates', async () => {
  const device = await subscribePushDevice(kit)
  await addOptions()
  await expectNotices(kit, ['answer.asked'])
  await waitForDeliveryOutcomes(server, kit)
  const pushes = await readPushesTo(device)
  expect(pushes).toHaveLength(1)
  expect(pushes[0]).toMatchObject({
    kind: 'answer.asked',
    title: `${asked} · The Night Buses`,
    url: pagePath,
    actions: [],
  })
})

describe('the mail of an enquiry', () => {
  const onlyMail = async () => {
    await expectNotices(kit, ['answer.asked'])
    await waitForDeliveryOutcomes(server, kit)
    expect(smtp.messages()).toHaveLength(1)
    return smtp.messages()[0] as ReceivedMail & { text: string; html: string }
  }
  const linksIn = (text: string) => [...text.matchAll(/^(Yes|Maybe|No): \S+(\/answer\/[^?\s]+)\?/gm)].map((m) => m[2])

  test('one mail asks about all dates of an enquiry, and each Yes, Maybe or No link in the mail answers one date', async () => {
    await verifyEmail(kit, 'kit@example.org')
    await addOptions()
    const mail = await onlyMail()
    for (const date of [first, second, third]) expect(mail.text).toContain(`Your answer for ${date}, 8 PM:\nYes: `)
    const links = linksIn(mail.text)
    expect([links.length, new Set(links).size]).toEqual([9, 3])
    expect(mail.html.match(/\/answer\//g)).toHaveLength(9)
    expect(mail.text).toMatch(new RegExp(`^See all dates in Gaffer: http\\S+${pagePath}$`, 'm'))
    for (const [index, value] of ['yes', 'no', 'maybe'].entries()) {
      const path = links[index * 3] as string
      expect(
        (await server.newClient().post(path.replace('/answer/', '/api/answer-links/'), { answer: value })).status,
      ).toBe(200)
    }
    const { answers } = (await ros.get(groupPath)).body as { answers: { answers: MemberAnswer[] }[] }
    expect(answers.map((one) => one.answers.find(({ membershipId }) => membershipId === kitId)?.answer)).toEqual([
      'yes',
      'no',
      'maybe',
    ])
  })

  test('the mail of an enquiry leaves out dates that are answered or cancelled by the time it is sent', async () => {
    await verifyEmail(kit, 'kit@example.org')
    await together(async () => {
      await addOptions()
      await answer(kit, kitId, options[0], 'yes')
      await ros.patch(eventPathOf(options[1]), { status: 'cancelled' })
    })
    const mail = await onlyMail()
    expect(mail.subject).toBe(`Can you play? Launch, ${third}, 8 PM · The Night Buses`)
    expect([new Set(linksIn(mail.text)).size, mail.text.includes(second)]).toEqual([1, false])
  })
})

describe('before the notice of an enquiry is made', () => {
  test('a member who answered one date of an enquiry before its notice is made gets a notice about the other dates, and a member who answered all dates gets none', async () => {
    await together(async () => {
      await addOptions()
      await answer(kit, kitId, options[0], 'no')
      for (const option of options) await answer(mags, magsId, option, 'yes')
    })
    expect(await titlesOf(kit)).toEqual([`Can you play? Launch, ${second} or ${third}, 8 PM`])
    expect(await titlesOf(mags)).toEqual([])
  })

  test('the notice of an enquiry has the new time of a moved date and leaves out a deleted date', async () => {
    await together(async () => {
      await addOptions()
      await ros.delete(eventPathOf(options[0]))
      await ros.patch(eventPathOf(options[1]), { startTime: '19:00' })
    })
    expect(await titlesOf(kit)).toEqual([`Can you play? Launch, ${second}, 7 PM or ${third}, 8 PM`])
    expect((await readNoticesOf(kit))[0]?.eventId).toBe(options[1].id)
  })

  test('the notice of an enquiry with a confirmed date asks about that date alone, and links to the page of that date', async () => {
    await together(async () => {
      await addOptions()
      await ros.patch(eventPathOf(options[1]), { status: 'confirmed' })
    })
    const [notice] = await readNoticesOf(kit)
    expect([notice?.title, notice?.url]).toEqual([
      `Can you play? Launch, ${second}, 8 PM`,
      `/bands/${bandId}/events/${options[1].id}`,
    ])
  })

  test('an enquiry whose dates are all deleted before its notice is made makes no notice', async () => {
    await together(async () => {
      await addOptions()
      for (const option of options) await ros.delete(eventPathOf(option))
    })
    expect(await titlesOf(kit)).toEqual([])
  })

  test('GET notice-recipients of each date of an enquiry leaves out the member who added the enquiry and a member who answered all dates', async () => {
    const { config } = server.services
    const { noticeSettleSeconds } = config
    config.noticeSettleSeconds = 3600
    try {
      await addOptions()
      for (const option of options) await answer(mags, magsId, option, 'yes')
      for (const option of options) {
        const { body } = await ros.get(`${eventPathOf(option)}/notice-recipients`)
        expect(body.members.map(({ membershipId }: { membershipId: string }) => membershipId)).toEqual([kitId])
      }
    } finally {
      config.noticeSettleSeconds = noticeSettleSeconds
    }
  })
})

test('when two servers make the notice of an enquiry at once, each member gets one notice', async () => {
  const other = await server.startAnother()
  const servers = [server, other].map(({ services }) => services)
  const seconds = servers.map(({ config }) => config.noticeSettleSeconds)
  for (const { config } of servers) config.noticeSettleSeconds = 3600
  await addOptions()
  for (const [index, { config }] of servers.entries()) config.noticeSettleSeconds = seconds[index] as number
  await Promise.all(servers.map((services) => settleDueNotices(services, services.ending)))
  await other.stop()
  await waitUntilDueNoticesStored(server)
  expect([await titlesOf(kit), await titlesOf(mags)]).toEqual([[asked], [asked]])
})

test('a moved date of an enquiry makes a notice that asks about that date alone, also for a member who had answered', async () => {
  const device = await subscribePushDevice(kit)
  await addOptions()
  await expectNotices(kit, ['answer.asked'])
  for (const option of options) await answer(kit, kitId, option, 'yes')
  await ros.patch(eventPathOf(options[1]), { startTime: '19:00' })
  const [moved] = await expectNotices(kit, ['answer.asked', 'answer.asked'])
  expect([moved?.title, moved?.eventId]).toEqual([`Still all right? Launch, ${second}, 7 PM`, options[1].id])
  await waitForDeliveryOutcomes(server, kit)
  expect((await readPushesTo(device)).at(-1)).toMatchObject({ eventId: options[1].id, actions: ['yes', 'no'] })
})

test('confirming one option makes one notice, and none for the other options, which the confirmation cancels', async () => {
  await addOptions()
  await expectNotices(kit, ['answer.asked'])
  await ros.patch(eventPathOf(options[1]), { status: 'confirmed' })
  await waitUntilDueNoticesStored(server)
  const [confirmed] = await expectNotices(kit, ['event.confirmed', 'answer.asked'])
  expect(confirmed?.eventId).toBe(options[1].id)
})

test('an option that is pencilled again after the confirmation of another and then cancelled makes a notice that it is cancelled', async () => {
  await addOptions()
  await expectNotices(kit, ['answer.asked'])
  await ros.patch(eventPathOf(options[1]), { status: 'confirmed' })
  await expectNotices(kit, ['event.confirmed', 'answer.asked'])
  await ros.patch(eventPathOf(options[2]), { status: 'tentative' })
  await expectNotices(kit, ['event.restored', 'event.confirmed', 'answer.asked'])
  await ros.patch(eventPathOf(options[2]), { status: 'cancelled' })
  const [cancelled] = await expectNotices(kit, ['event.cancelled', 'event.restored', 'event.confirmed', 'answer.asked'])
  expect(cancelled?.eventId).toBe(options[2].id)
})

test('the readers of every option are the members who got the notice about the options, each with the time when they read it, or null', async () => {
  await addOptions()
  const [notice] = await expectNotices(kit, ['answer.asked'])
  await kit.post('/api/me/notices/read', { upTo: notice?.id })
  for (const option of options) {
    const { body } = await ros.get(`${eventPathOf(option)}/readers`)
    expect(body).toEqual([
      { membershipId: kitId, displayName: expect.any(String), readAt: expect.any(String) },
      { membershipId: magsId, displayName: expect.any(String), readAt: null },
    ])
  }
})
