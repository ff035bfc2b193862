// The product's numbers that the menu's and the select's library keeps to itself: another version may not change them.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

const radix = createRequire(createRequire(import.meta.url).resolve('radix-ui'))
const source = (name: string) => readFileSync(radix.resolve(`@radix-ui/react-${name}`), 'utf8').replace(/\s+/g, ' ')

it.each(['menu', 'select'])('forgets what was typed ahead in a %s after 1000 ms', (name) =>
  expect(source(name)).toMatch(/window\.setTimeout\(\(\) => updateSearch\(""\), 1e3\)/),
)

it('opens a submenu after 100 ms', () =>
  expect(source('menu')).toMatch(
    /openTimerRef\.current = window\.setTimeout\(\(\) => \{[^}]*onOpenChange\(true\)[^}]*\}, 100\)/,
  ))

it('scrolls a select by its buttons each 50 ms', () =>
  expect(source('select').match(/window\.setInterval\(onAutoScroll, 50\)/g)).toHaveLength(2))
