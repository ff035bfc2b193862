// A public page, and enquiries by its form.

import { randomUUIDv7 } from 'node:crypto'
import type { Enquiry } from '@gaffer/domain/public-page/enquiry'
import type { PublicPage, PublicPageInput } from '@gaffer/domain/public-page/public-page'
import { insertEnquiry, insertUnconfirmedEnquiry } from '#features/public-page/enquiry-store.ts'
import { encrypt } from '#platform/encryption.ts'
import type { TestClient, TestResponse } from './test-client.ts'
import type { TestServer } from './test-server.ts'

export const pagePath = (bandId: string) => `/api/bands/${bandId}/public-page`

export async function turnPageOn(owner: TestClient, bandId: string, more: PublicPageInput = {}): Promise<PublicPage> {
  const slug = `band-${bandId.slice(-12)}`
  const saved = await owner.put(pagePath(bandId), { isOn: true, slug, acceptsEnquiries: true, ...more })
  if (saved.status !== 200) throw new Error(`The page was not saved: ${saved.text}`)
  return saved.body as PublicPage
}

export const enquiryFields = {
  name: 'Bea Bride',
  email: 'bea@example.org',
  occasion: 'Wedding',
  dates: ['2027-06-05'],
  place: 'The Mill',
  text: 'Two sets, please.',
}

/** Sends the form as a browser does. */
export function sendEnquiryForm(
  client: TestClient,
  slug: string | null,
  changes: Record<string, string | string[]> = {},
): Promise<TestResponse> {
  const pairs = Object.entries({ ...enquiryFields, ...changes }).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  )
  return client.post(`/b/${slug}/enquiries`, new URLSearchParams(pairs).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
  })
}

/** Stores a confirmed enquiry; returns its id. */
export async function createTestEnquiry(
  { services: { db } }: TestServer,
  bandId: string,
  changes: Partial<typeof enquiryFields> = {},
): Promise<string> {
  const enquiryId = randomUUIDv7()
  await insertEnquiry(db, { bandId, enquiryId, ...enquiryFields, ...changes })
  return enquiryId
}

/** Stores an unconfirmed enquiry; returns the token of the link that confirms it. */
export async function createEnquiryToken({ services }: TestServer, bandId: string): Promise<string> {
  const id = randomUUIDv7()
  const encryptedForm = encrypt(services.keys.enquiries, id, JSON.stringify(enquiryFields))
  await insertUnconfirmedEnquiry(services.db, { bandId, id, encryptedForm })
  return services.links.signLink('enquiry', [bandId, id])
}

export async function listTestEnquiries(client: TestClient, bandId: string): Promise<Enquiry[]> {
  return (await client.get(`/api/bands/${bandId}/enquiries`)).body as Enquiry[]
}
