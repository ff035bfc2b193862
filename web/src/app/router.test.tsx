import { notFoundTitle, routeNames, routes } from '@gaffer/domain/routes'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('scrollTo', () => undefined)
const { makeRouter, pageRoutes } = await import('./router.tsx')
const router = makeRouter(createMemoryHistory())

const matchesOf = (path: string) => router.matchRoutes(path, {})
const isBelow = (path: string, id: string) => matchesOf(path).some(({ routeId }) => routeId.split('/').includes(id))

it.each(routeNames)('the route %s has the path and the title of its entry in `routes`', (name) => {
  const match = matchesOf(routes[name].path.replace(/\$\w+/g, 'abc')).at(-1)
  expect([match?.fullPath, match?.staticData.title]).toEqual([routes[name].path, routes[name].title])
  expect(pageRoutes[name].id).toBe(match?.routeId)
})

it.each(routeNames)('the route %s has the guard and the layout of its audience', (name) => {
  const { audience, path } = routes[name]
  const expected = { guard: audience === 'signed-in' || audience === 'app-shell', layout: audience === 'app-shell' }
  expect({ guard: isBelow(path, 'signed-in'), layout: isBelow(path, 'layout') }).toEqual(expected)
})

it.each(['/no/such/place', '/calendar/deeper', '/admin/nothing', '/invite/a/b', '/LOGIN', '/Invite/abc'])(
  'the unknown path %s has the title of the 404 page',
  (path) => expect(matchesOf(path).at(-1)?.staticData.title).toBe(notFoundTitle),
)
