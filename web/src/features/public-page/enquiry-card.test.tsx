import { expect, test } from 'vitest'
import { makeReplyMailto } from './enquiry-card.tsx'

test('the mail that answers an enquiry greets its sender and names the dates, and its mailto link is escaped', () => {
  const enquiry = {
    id: '00000000-0000-7000-8000-000000000001',
    name: 'Bea & Co',
    email: 'bea?cc=x@example.org',
    occasion: 'Wedding',
    dates: ['2027-06-05'],
    place: null,
    text: 'Hello',
    status: 'new' as const,
    receivedAt: '2027-01-01T12:00:00.000Z',
    eventIds: [],
    version: 1,
  }
  const [address, query] = makeReplyMailto(enquiry, 'The Night Buses').split('?') as [string, string]
  expect(address).toBe('mailto:bea%3Fcc%3Dx@example.org')
  const fields = new URLSearchParams(query)
  expect(fields.get('subject')).toBe('The Night Buses: Wedding')
  expect(fields.get('body')).toMatch(/^Hello Bea & Co,[^]*Saturday 5 June 2027/)
})
