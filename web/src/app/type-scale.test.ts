// The design language names the sizes of text, each with its line height. app.css defines them; these classes would override them.

import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = new URL('..', import.meta.url)

/** Text that fits a fixed box, a chart in the member's size, or the poster of the landing page. */
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

it('no class sets a size of text or a line height that is not in the scale', () => {
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
