import { expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import { sendEnquiryForm, turnPageOn } from '#testing/public-page.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ MAIL_PER_DAY: '10', TRUST_PROXY: '1' })

test('mails that confirm enquiries use at most a fifth of MAIL_PER_DAY', async () => {
  const dee = await server().createUser()
  const { slug } = await turnPageOn(dee, (await createTestBand(dee)).id)
  const visitor = server().newClient()
  const { post } = visitor
  for (let at = 1; at <= 4; at += 1) {
    visitor.post = (path, body, headers = {}) => post(path, body, { ...headers, 'x-forwarded-for': `203.0.113.${at}` })
    const sent = await sendEnquiryForm(visitor, String(slug), { email: `bea${at}@example.org` })
    expect(sent.status).toBe(200)
  }
  expect(await server().services.db`select from outgoing_messages where purpose = 'enquiry'`).toHaveLength(2)
})
