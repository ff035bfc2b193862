// A valid request for every endpoint of the public page.

import type { AccessFixture, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { createEnquiryToken, createTestEnquiry, enquiryFields, turnPageOn } from './public-page.ts'
import { createBandRequest } from './request-params.ts'

async function aPage({ callers, band }: AccessFixture): Promise<EndpointRequest> {
  const { url } = await turnPageOn(callers.owner, band.id)
  return { params: { slug: String(url).split('/').at(-1) as string } }
}

async function aToken({ server, band, callers }: AccessFixture): Promise<EndpointRequest> {
  await turnPageOn(callers.owner, band.id)
  return { params: { token: await createEnquiryToken(server, band.id) } }
}

async function anEnquiry({ server, band }: AccessFixture): Promise<EndpointRequest> {
  return { params: { bandId: band.id, enquiryId: await createTestEnquiry(server, band.id) } }
}

export const validPublicPageRequests: ValidRequestMakers = {
  'PUT /api/bands/:bandId/public-page': createBandRequest({ body: { isOn: false, bio: 'Soul from Leeds' } }),
  'GET /api/bands/:bandId/public-page/slugs/:slug': ({ band }) => ({
    params: { bandId: band.id, slug: 'the-night-buses' },
  }),
  'POST /api/bands/:bandId/public-page/preview': createBandRequest({ body: { bio: 'Soul from Leeds' } }),
  'GET /b/:slug': aPage,
  'GET /b/:slug.ics': aPage,
  'GET /b/:slug.rss': aPage,
  'GET /b/:slug.json': aPage,
  'GET /b/:slug/embed': aPage,
  'GET /b/:slug/picture.webp': aPage,
  'GET /b/:slug/share.png': aPage,
  'POST /b/:slug/enquiries': async (scene) => ({ ...(await aPage(scene)), body: enquiryFields }),
  'GET /enquiry/:token': aToken,
  'POST /enquiry/:token': async (scene) => ({ ...(await aToken(scene)), body: {} }),
  'GET /sitemap.xml': () => ({}),
  'GET /robots.txt': () => ({}),
  'PATCH /api/bands/:bandId/enquiries/:enquiryId': async (scene) => ({
    ...(await anEnquiry(scene)),
    body: { status: 'answered' },
  }),
  'POST /api/bands/:bandId/enquiries/:enquiryId/pencil': anEnquiry,
}
