import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { routeNames, routes } from '@gaffer/domain/routes'
import { expect, it } from 'vitest'
import { offlineHtmlFiles, prerenderedRouteNames } from './prerender-plugin.ts'

const pages = globSync('src/screens/*/*-page.tsx', { cwd: join(import.meta.dirname, '..') }).map((path) =>
  basename(path, '-page.tsx'),
)

it('prerenderedRouteNames lists every route except the debug routes', () => {
  expect(prerenderedRouteNames).toEqual(routeNames.filter((name) => routes[name].audience !== 'debug'))
})

it.each(prerenderedRouteNames)('the route %s has a screen file with its name and the ending -page.tsx', (name) =>
  expect(pages).toContain(name),
)

it('offlineHtmlFiles lists the pages with the navigation, the stage view, charts and /login', () => {
  expect(offlineHtmlFiles.toSorted()).toEqual(
    'admin calendar chart dashboard event login money notice-settings notices options profile recordings setlist setlists settlement songs stage statement'
      .split(' ')
      .map((name) => `${name}.html`),
  )
})
