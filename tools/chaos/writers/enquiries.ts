// Enquiries that a visitor sends by the form of a public page and confirms by the link in a mail. The owner then changes their status.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Enquiry } from '@gaffer/domain/public-page/enquiry'
import type { TestClient } from '../../../server/src/testing/test-client.ts'
import { createTestBand } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import type { WriterFactory } from './writer.ts'

// Below the limit of confirmed enquiries of a band and day.
const maxEnquiries = 25
const statuses = ['answered', 'declined', 'new'] as const
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }

export const createEnquiriesWriter: WriterFactory = async ({ owner, server }, { send }) => {
  const { id: bandId } = await createTestBand(owner)
  const slug = `band-${bandId.slice(-12)}`
  await owner.put(`/api/bands/${bandId}/public-page`, { isOn: true, slug, acceptsEnquiries: true })
  const visitor: TestClient = server.createVisitor()
  const toAddress = (at: number) => `visitor-${at}-of-${bandId}@example.org`
  /** The last acknowledged status of the enquiries that were confirmed, by the address of the sender. */
  const ledger = new Map<string, string>()
  let sent = 0

  async function sendForm(): Promise<void> {
    sent += 1
    const form = { name: 'Bea', email: toAddress(sent), occasion: 'Wedding', dates: dateInDays(100), text: 'Two sets' }
    // Each enquiry has its own network address, because an address gets at most five confirmation mails an hour.
    const from = { ...formHeaders, 'x-forwarded-for': `2001:db8:${sent.toString(16)}:${bandId.slice(-4)}::1` }
    await send([200], () => visitor.post(`/b/${slug}/enquiries`, new URLSearchParams(form).toString(), from))
  }

  async function confirmMailedEnquiries(): Promise<void> {
    for (const {
      to: [to = ''],
      text,
    } of server.providers.mail.messages()) {
      const token = /\/enquiry\/([\w.-]+)/.exec(text ?? '')?.[1]
      if (!token || ledger.has(to) || !to.endsWith(`-of-${bandId}@example.org`)) continue
      const confirmed = await send([200], () => visitor.post(`/enquiry/${token}`, '', formHeaders))
      if (confirmed) ledger.set(to, 'new')
    }
  }

  async function listEnquiries(): Promise<Enquiry[]> {
    return (await owner.get(`/api/bands/${bandId}/enquiries`)).body as Enquiry[]
  }

  return {
    async write(turn) {
      await sleep(50)
      if (sent < maxEnquiries && turn % 3 === 0) await sendForm()
      await confirmMailedEnquiries()
      const [email] = [...ledger.keys()].slice(turn % Math.max(1, ledger.size))
      if (email === undefined) return
      const listed = await send([200], () => owner.get(`/api/bands/${bandId}/enquiries`))
      const enquiry = (listed?.body as Enquiry[] | undefined)?.find((one) => one.email === email)
      if (!enquiry) return
      const status = statuses[turn % statuses.length] as string
      const changed = await send([200], () => owner.patch(`/api/bands/${bandId}/enquiries/${enquiry.id}`, { status }))
      if (changed) ledger.set(email, status)
    },
    async compare() {
      const stored = await listEnquiries()
      const lost: string[] = []
      const twice: string[] = []
      for (const [email, status] of ledger) {
        const found = stored.filter((one) => one.email === email)
        if (found.length > 1) twice.push(`${found.length} enquiries are of ${email}`)
        if (found[0]?.status !== status)
          lost.push(`The enquiry of ${email} is ${found[0]?.status}, acknowledged was ${status}`)
      }
      const unknown = stored.filter(({ email }) => !ledger.has(email))
      return { lost, twice: [...twice, ...unknown.map(({ email }) => `The enquiry of ${email} was not confirmed`)] }
    },
  }
}
