// The design language states the sizes of text, each with its line height, and app.css defines them. A class with another size or line height
// would override them.

import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = new URL('..', import.meta.url)

/** Text in fixed boxes, in charts, whose size the member chooses, and on the landing page. */
const exceptions = [
  'app/navigation.tsx',
  'app/user-menu.tsx',
  'features/charts/',
  'screens/calendar/month/',
  'screens/landing/',
  'screens/stage/',
]

/** The sizes of the scale, and for each class with a line height of its own the size that has it. */
const lineHeights = { 'leading-4': 'text-xs', 'leading-5': 'text-sm' }
const sizeInPixels = /text-\[(?:12|14|16|18|20|24|32|40)px\]/
const offScale = /\btext-\[[\d.]+(?:px|rem)\]|\bleading-[\w.[\]-]+/g

it('outside fixed boxes, charts and the landing page, no class sets a size of text or a line height that is not in the scale', () => {
  const breaches = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx$/.test(path) && !exceptions.some((exception) => path.startsWith(exception)))
    .flatMap((path) =>
      readFileSync(new URL(path, sources), 'utf8')
        .split('\n')
        .flatMap((line) =>
          [...line.matchAll(offScale)]
            .map(([className]) => className)
            .filter((className) => !sizeInPixels.test(className) && !isLineHeightOfScale(className, line))
            .map((className) => `${path}: ${className}`),
        ),
    )
  expect(breaches).toEqual([])
})

function isLineHeightOfScale(className: string, line: string): boolean {
  if (className === 'leading-[16px]') return line.includes('text-[12px]')
  return Object.entries(lineHeights).some(([height, size]) => className === height && line.includes(size))
}
