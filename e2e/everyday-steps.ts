// Steps of the everyday jobs that do not count as taps: a code is read from a mail, and a member answers No.

import type { Page } from '@playwright/test'
import type { Membership } from '@gaffer/domain/bands/member'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { AppServer } from './app-server.ts'
import { expect } from './fixtures.ts'

/** Waits for a mail to the address and returns the code in it. */
export async function readMailedCode({ request }: Page, { url }: AppServer, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const response = await request.get(`${url}/dev/inbox?format=json&to=${encodeURIComponent(email)}`)
    const [mail] = (await response.json()) as { text: string }[]
    code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code ?? ''
}

/** Answers No for Danny to the gig with this title. The page is that of Ros, who as an owner may answer for other members. */
export async function sayNoForDanny({ request }: Page, { url }: AppServer, nextGig: string): Promise<void> {
  const today = todayInLondon(new Date())
  const events = (await (
    await request.get(`${url}/api/me/events?startDate=${today}&endDate=${addDays(today, 60)}`)
  ).json()) as CalendarEntry[]
  const gig = events.find(({ title }) => title === nextGig)
  const ofBand = `${url}/api/bands/${gig?.bandId}`
  const members = (await (await request.get(`${ofBand}/members`)).json()) as Membership[]
  const danny = members.find(({ displayName }) => displayName === 'Danny')
  const reply = await request.put(`${ofBand}/events/${gig?.id}/answers/${danny?.id}`, { data: { answer: 'no' } })
  expect(reply.status()).toBe(200)
}
