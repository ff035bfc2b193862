// Each house rule reports its breach.

import { expect, test } from 'vitest'
import { findHouseRuleBreaches } from './house-rules.mjs'

const opening = '// A job.\n'
const todo = ['TO', 'DO'].join('')

test.each([
  ['web/src/lib/utils.ts', opening, 'name that says nothing'],
  ['server/src/a.ts', opening + '\n'.repeat(300), 'has 301 lines'],
  ['server/src/a.ts', `${opening}// ${todo} later\n`, `has a ${todo}`],
  ['server/src/a.test.ts', `${opening}test.${'skip'}('x')\n`, 'skips tests'],
  ['server/src/a.ts', `${opening}try { a() } catch ${'{}'}\n`, 'swallows an error'],
  ['server/src/features/a/service.ts', `${opening}const q = sql\`select 1\`\n`, 'holds SQL outside a store'],
  ['server/src/features/a/service.ts', `${opening}export { find } from './store.ts'\n`, 're-exports'],
  ['web/src/ui/a.tsx', `${opening}const a = 'p-1 md:size-8! text-sm'\n`, 'the class md:size-8! as important'],
  ['domain/src/a.ts', `${opening}export function bare() {}\n`, 'exports bare without a docstring'],
  ['server/src/features/a/store.ts', `${opening}const q = sql\`select now() - at\`\n`, 'the time (now())'],
  ['server/src/features/a/store.ts', `${opening}const q = sql\`select clock_timestamp()\`\n`, '(clock_timestamp())'],
  ['server/src/platform/a.ts', `${opening}const q = sql\`where day < current_date\`\n`, '(current_date)'],
  ['server/src/platform/a.ts', `${opening}const q = sql\`select localtimestamp\`\n`, '(localtimestamp)'],
  ['server/src/http/a.ts', `${opening}const at = new Date()\n`, 'the system for the time (new Date())'],
  ['server/src/providers/a.ts', `${opening}const at = Date.now()\n`, 'the system for the time (Date.now)'],
  ['server/src/features/a/store.ts', `${opening}await tx<Row[]>\`select 1\`\n`, 'SQL of a tagged template'],
  ['e2e/a.spec.ts', `${opening}const a = { date: '2027-03-12' }\n`, 'the date 2027-03-12, which goes by'],
  ['tools/chaos/writers/a.ts', `${opening}const a = '/events?startDate=2031-01-01'\n`, 'the date 2031-01-01'],
  ['server/src/features/bands/a.test.ts', `${opening}const a = todayInLondon(new Date())\n`, 'the time of the machine'],
  ['server/src/testing/a.ts', `${opening}const a = Date.now() + 1\n`, 'the time of the machine'],
])('the house rules report %s with %j', (path, text, words) => {
  expect(findHouseRuleBreaches([{ path, text }])).toEqual([expect.stringContaining(words)])
})

test.each([
  ['server/src/platform/clock.ts', 'export const systemClock = { now: () => new Date() }\n'],
  [
    'server/src/features/a/service.ts',
    '// Not Date.now(): tests set the clock.\nexport const at = () => clock.now()\n',
  ],
  [
    'server/src/features/a/service.ts',
    'export const later = (at: Date) => new Date(at.getTime() + performance.now())\n',
  ],
  ['server/src/features/a/a.test.ts', 'const rows = await db`select now()`\n'],
])('the house rules on the time accept %s with %j', (path, text) => {
  expect(findHouseRuleBreaches([{ path, text: opening + text }])).toEqual([])
})

test.each([
  ['web/src/screens/a.tsx', '<Button>Retry</Button>', 'shows members "Retry" ("Retry"); write "Try again"'],
  ['web/src/screens/a.tsx', '<p>\n  All your setlists {count}\n</p>', 'write "set list"'],
  ['web/src/features/a/a.tsx', 'const a = { title: "Calendar link copied" }', 'write "Subscribe"'],
  ['web/src/features/a/a.tsx', '<Button aria-label="Pencil">', 'write "Pencil it"'],
  ['domain/src/a/a-messages.ts', 'const a = { b: `${c} has a conflict` }', 'write "clash"'],
  ['server/src/features/notices/mail-layout.ts', "const a = 'All notifications'", 'write "notice"'],
])('the house rules report a text of %s with a word that was replaced: %j', (path, text, words) => {
  expect(findHouseRuleBreaches([{ path, text: `${opening}${text}\n` }])).toEqual([expect.stringContaining(words)])
})

test.each([
  ['web/src/screens/a.tsx', "const kind = { setlist: 'setlists', to: '/setlists', conflict: 'conflict' }\n"],
  ['web/src/screens/a.tsx', "if (!('Notification' in globalThis)) return\n"],
  ['web/src/app/profile-failure-screen.tsx', '<Button>Retry</Button>\n'],
  ['server/src/features/a/store.ts', 'const a = sql`insert into setlists on conflict do nothing`\n'],
])('the house rules on replaced words accept %s with %j', (path, text) => {
  expect(findHouseRuleBreaches([{ path, text: opening + text }])).toEqual([])
})

test('the house rules report nothing for a correct file', () => {
  const text = `${opening}/** Says so. */\nexport function fine() {}\n`
  expect(findHouseRuleBreaches([{ path: 'domain/src/fine.ts', text }])).toEqual([])
})
