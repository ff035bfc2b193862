import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { featuresOf, findFeatureBreaches } from './features.mjs'
import { root } from './setup/repository.mjs'

const architecture = [
  '# Architecture',
  '',
  '## Features',
  '| feature | what it does | tables |',
  '| --- | --- | --- |',
  '| `songs` | the practice list | `songs` |',
  '| `events` | the calendar | `events` |',
  '',
  '## Next',
  '| `other` | a table of something else | |',
].join('\n')

/** A tree that follows the rules. @type {Record<string, string>} */
const tree = {
  'domain/src/endpoints.ts': "import { songsApi } from './songs/api.ts'",
  'domain/src/shared/dates.ts': 'export const days = 7',
  'domain/src/songs/api.ts': "import { days } from '@gaffer/domain/shared/dates'",
  'domain/src/events/api.ts': "import { songsApi } from '@gaffer/domain/songs/api'",
  'server/src/features/hooks.ts': "import { songAdded } from './songs/hooks.ts'",
  'server/src/features/songs/hooks.ts': 'export const songAdded = 1',
  'server/src/features/events/service.ts': "import { songAdded } from '#features/songs/hooks.ts'",
  'web/src/app/router.tsx': "const page = () => import('#screens/songs/songs-page.tsx')",
  'web/src/screens/songs/songs-page.tsx': "import { SongRow } from '#features/songs/song-row.tsx'",
  'web/src/features/songs/song-row.tsx': "import { Card } from '#ui/card.tsx'",
  'web/src/features/events/event-row.tsx': "import { SongRow } from '#features/songs/song-row.tsx'",
  'web/src/offline/outbox.ts': "import { request } from '#lib/request.ts'",
  'web/src/lib/request.ts': "import { songsApi } from '@gaffer/domain/songs/api'",
  'web/src/ui/card.tsx': 'export const Card = 1',
}

/** The breaches of the tree with further files. @param {Record<string, string>} planted */
const findBreachesWith = (planted) =>
  findFeatureBreaches(
    Object.entries({ ...tree, ...planted }).map(([path, text]) => ({ path, text })),
    architecture,
  )

test('featuresOf returns the first column of the table under the heading Features of ARCHITECTURE.md, in the order of its rows', () => {
  expect(featuresOf(architecture)).toEqual(['songs', 'events'])
})

test('the rules of features report nothing for a tree that follows them', () => {
  expect(findBreachesWith({})).toEqual([])
})

test.each([
  [
    'a folder that the table lacks',
    { 'server/src/features/planted/service.ts': '' },
    'server/src/features/planted is not in the table of features in ARCHITECTURE.md',
  ],
  [
    'an import of a later feature in domain',
    { 'domain/src/songs/song.ts': "import { eventsApi } from '@gaffer/domain/events/api'" },
    'domain/src/songs/song.ts imports a later feature: domain/src/events/api.ts',
  ],
  [
    'a type import of a later feature in server',
    { 'server/src/features/songs/service.ts': "import type { Service } from '#features/events/service.ts'" },
    'server/src/features/songs/service.ts imports a later feature: server/src/features/events/service.ts',
  ],
  [
    'an import of a feature in shared',
    { 'domain/src/shared/text.ts': "import { songsApi } from '@gaffer/domain/songs/api'" },
    'domain/src/shared/text.ts imports a later feature: domain/src/songs/api.ts',
  ],
  [
    'a folder of the web app that the table lacks',
    { 'web/src/features/planted/queries.ts': '' },
    'web/src/features/planted is not in the table of features in ARCHITECTURE.md',
  ],
  [
    'a dynamic import of a later feature in web',
    { 'web/src/features/songs/queries.ts': "const row = () => import('#features/events/event-row.tsx')" },
    'web/src/features/songs/queries.ts imports a later feature: web/src/features/events/event-row.tsx',
  ],
  [
    'a type import of a feature in the code of offline',
    { 'web/src/offline/sender.ts': "import type { Row } from '#features/songs/song-row.tsx'" },
    'web/src/offline/sender.ts imports a higher layer: web/src/features/songs/song-row.tsx',
  ],
  [
    'a dynamic import of app in a screen',
    { 'web/src/screens/songs/song-page.tsx': "const router = () => import('#app/router.tsx')" },
    'web/src/screens/songs/song-page.tsx imports a higher layer: web/src/app/router.tsx',
  ],
  [
    'a circle between parts of a feature of the web app',
    {
      'web/src/features/songs/add-song.tsx': "import { list } from './song-list.tsx'",
      'web/src/features/songs/song-list.tsx': "import { add } from '#features/songs/add-song.tsx'",
    },
    'imports form a circle: web/src/features/songs/add-song.tsx, web/src/features/songs/song-list.tsx',
  ],
  [
    'a circle of imports, types included',
    { 'web/src/a.ts': "import { b } from '#b.ts'", 'web/src/b.ts': "import type { A } from './a.ts'" },
    'imports form a circle: web/src/a.ts, web/src/b.ts',
  ],
  [
    'a circle through a dynamic import',
    { 'web/src/a.ts': "const b = await import('#b.ts')", 'web/src/b.ts': "import { a } from './a.ts'" },
    'imports form a circle: web/src/a.ts, web/src/b.ts',
  ],
])('the rules of features report %s', (_, planted, breach) => {
  expect(findBreachesWith(planted)).toEqual([breach])
})

test.each([
  ['server/src/features', 'server/src/features/events/service.ts'],
  ['web/src/features', 'web/src/features/events/event-row.tsx'],
])('the rules of features report %s without the folder of a feature', (folder, only) => {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  const withoutEvents = files.filter(({ path }) => path !== only)
  expect(findFeatureBreaches(withoutEvents, architecture)).toEqual([`${folder} lacks the feature events`])
})

test('node scripts/features.mjs reports nothing for the repository', () => {
  const output = execFileSync('node', ['scripts/features.mjs'], { cwd: root, encoding: 'utf8' })
  expect(output).toBe('')
})
