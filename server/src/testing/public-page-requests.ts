// A valid request for every endpoint of the public page.

import type { AccessFixture, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { createEnquiryToken, createTestEnquiry, enquiryFields, turnPageOn } from './public-page.ts'
import { createBandRequest } from './request-params.ts'

async function createPage({ callers, band }: AccessFixture): Promise<EndpointRequest> {
  const { url } = await turnPageOn(callers.owner, band.id)
  return { params: { slug: String(url).split('/').at(-1) as string } }
}

async function createTokenRequest({ server, band, callers }: AccessFixture): Promise<EndpointRequest> {
  await turnPageOn(callers.owner, band.id)
  return { params: { token: await createEnquiryToken(server, band.id) } }
}

async function createEnquiry({ server, band }: AccessFixture): Promise<EndpointRequest> {
  return { params: { bandId: band.id, enquiryId: await createTestEnquiry(server, band.id) } }
}

export const validPublicPageRequests: ValidRequestMakers = {
  'PUT /api/bands/:bandId/public-page': createBandRequest({ body: { isOn: false, bio: 'Soul from Leeds' } }),
  'GET /api/bands/:bandId/public-page/slugs/:slug': ({ band }) => ({
    params: { bandId: band.id, slug: 'the-night-buses' },
  }),
  'POST /api/bands/:bandId/public-page/preview': createBandRequest({ body: { bio: 'Soul from Leeds' } }),
  'GET /b/:slug': createPage,
  'GET /b/:slug.ics': createPage,
  'GET /b/:slug.rss': createPage,
  'GET /b/:slug.json': createPage,
  'GET /b/:slug/embed': createPage,
  'GET /b/:slug/picture.webp': createPage,
  'GET /b/:slug/share.png': createPage,
  'POST /b/:slug/enquiries': async (fixture) => ({ ...(await createPage(fixture)), body: enquiryFields }),
  'GET /enquiry/:token': createTokenRequest,
  'POST /enquiry/:token': async (fixture) => ({ ...(await createTokenRequest(fixture)), body: {} }),
  'GET /sitemap.xml': () => ({}),
  'GET /robots.txt': () => ({}),
  'PATCH /api/bands/:bandId/enquiries/:enquiryId': async (fixture) => ({
    ...(await createEnquiry(fixture)),
    body: { status: 'answered' },
  }),
  'POST /api/bands/:bandId/enquiries/:enquiryId/pencil': createEnquiry,
}
