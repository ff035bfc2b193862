import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { ApiError } from '#lib/api-error.ts'
import { markConnected, markConnectionLost } from '#lib/connection.ts'
import { renderPage } from '#testing/render-page.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { AppBanners } from './app-banners.tsx'

vi.mock('./removed-from-band-banner.tsx', () => ({ RemovedFromBandBanner: () => null }))

const threeHoursMs = 3 * 3_600_000
const members = queryKeyOf('GET /api/bands/:bandId/members', { params: { bandId: 'b' } })
const agePattern = /This is how things stood/

function Members() {
  return useEndpoint('GET /api/bands/:bandId/members', { params: { bandId: 'b' } }).data ? 'Members' : 'Loading'
}

const loseConnection = () => act(markConnectionLost)

afterEach(() => {
  markConnected()
  vi.unstubAllGlobals()
})

it('without a connection the banner of a page without data states no age', async () => {
  await renderPage([<AppBanners key="banners" />, <Members key="members" />])
  loseConnection()
  expect(screen.getByText('No connection')).toBeTruthy()
  expect(screen.queryByText(agePattern)).toBeNull()
})

it('without a connection the banner of a page with data states the age of its data', async () => {
  const { client } = await renderPage([<AppBanners key="banners" />, <Members key="members" />], {
    cached: [[members, []]],
  })
  client.setQueryData(members, [], { updatedAt: Date.now() - threeHoursMs })
  loseConnection()
  expect(screen.getByText(agePattern).textContent).toContain('3 hours ago')
})

it.each([
  [503, 'unavailable', 'shown'],
  [500, 'failed', 'shown'],
  [404, 'not_found', 'not shown'],
])(
  'after a refetch that gets a %i (%s), the banner "Gaffer has a problem" is %s, and the data stays',
  async (status, code, shown) => {
    const { client } = await renderPage([<AppBanners key="banners" />, <Members key="members" />], {
      cached: [[members, []]],
    })
    const refused = () => Promise.reject(new ApiError(status, '', JSON.stringify({ code, message: code })))
    await act(async () => {
      await client.fetchQuery({ queryKey: members, queryFn: refused, staleTime: 0 }).catch(() => undefined)
    })
    expect(screen.queryByText('Gaffer has a problem') ? 'shown' : 'not shown').toBe(shown)
    expect(screen.getByText('Members')).toBeTruthy()
  },
)

it('after a refetch whose JSON response is cut off, the banner "Gaffer has a problem" is shown, and the data stays', async () => {
  vi.stubGlobal('fetch', async () => new Response('[{"id":'))
  const { client } = await renderPage([<AppBanners key="banners" />, <Members key="members" />], {
    cached: [[members, []]],
  })
  await act(async () => {
    await client.refetchQueries({ queryKey: members })
  })
  expect(screen.getByText('Gaffer has a problem')).toBeTruthy()
  expect(screen.getByText('Members')).toBeTruthy()
})

function Songs() {
  useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId: 'b' } })
  return null
}

it('a read that fails without a response while other reads succeed is sent at most three times in half a second, and the banner "Gaffer has a problem" is shown', async () => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    // A loop must fail the test and not hang it.
    if (requested.length > 50) return new Promise<Response>(() => undefined)
    if (address.endsWith('/members')) throw new TypeError('cut')
    return new Response(address.endsWith('/songs') ? '[]' : 'ok')
  })
  const { client } = await renderPage(
    [<AppBanners key="banners" />, <Members key="members" />, <Songs key="songs" />],
    {
      cached: [
        [members, []],
        [queryKeyOf('GET /api/bands/:bandId/songs', { params: { bandId: 'b' } }), []],
      ],
    },
  )
  await act(async () => {
    void client.invalidateQueries()
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  expect(requested.filter((address) => address.endsWith('/members')).length).toBeLessThan(4)
  expect(screen.getByText('Gaffer has a problem')).toBeTruthy()
  expect(screen.getByText('Members')).toBeTruthy()
})
