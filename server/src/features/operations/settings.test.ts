import { expect, test } from 'vitest'
import { testKeyEnvironment } from '#testing/test-keys.ts'
import { useTestServer } from '#testing/test-server.ts'

const plain = useTestServer()
const withMaps = useTestServer({
  GOOGLE_MAPS_API_KEY: 'browser-key',
  GOOGLE_MAPS_URL: 'http://127.0.0.1:9',
  SONG_LISTS: 'open',
  OPERATOR_EMAIL: 'operator@example.org',
})

test('without a Maps key the settings have no maps, and the Content-Security-Policy has no Google Maps host', async () => {
  const { status, body, headers } = await plain().newClient().get('/api/settings')
  expect([status, body]).toEqual([
    200,
    {
      maps: null,
      spotify: true,
      vapidPublicKey: testKeyEnvironment.VAPID_PUBLIC_KEY,
      songLists: 'soon',
      maxChartBytes: 26_214_400,
      maxRecordingBytes: 314_572_800,
      takesReports: false,
    },
  ])
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toContain('googleapis')
})

test('with a Maps key the settings contain that key, and the Content-Security-Policy allows the Maps hosts', async () => {
  const { body, headers } = await withMaps().newClient().get('/api/settings')
  expect(body).toMatchObject({ maps: { key: 'browser-key', url: 'http://127.0.0.1:9' }, spotify: true })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self' http://127.0.0.1:9;")
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:9 https://places.googleapis.com;")
})

test('with SONG_LISTS=open and OPERATOR_EMAIL the settings have open song lists and takesReports', async () => {
  const { body } = await withMaps().newClient().get('/api/settings')
  expect(body).toMatchObject({ songLists: 'open', takesReports: true })
})
