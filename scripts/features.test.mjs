import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { featuresOf, findBreaches } from './features.mjs'
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
}

/** The breaches of the tree with further files. @param {Record<string, string>} planted */
const breachesWith = (planted) =>
  findBreaches(
    Object.entries({ ...tree, ...planted }).map(([path, text]) => ({ path, text })),
    architecture,
  )

test('the features are the first column of the table under Features, in its order', () => {
  expect(featuresOf(architecture)).toEqual(['songs', 'events'])
})

test('a tree that follows the rules has no breach', () => {
  expect(breachesWith({})).toEqual([])
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
    'a circle of imports, types included',
    { 'web/src/a.ts': "import { b } from '#b.ts'", 'web/src/b.ts': "import type { A } from './a.ts'" },
    'imports form a circle: web/src/a.ts, web/src/b.ts',
  ],
  [
    'a circle through a dynamic import',
    { 'web/src/a.ts': "const b = await import('#b.ts')", 'web/src/b.ts': "import { a } from './a.ts'" },
    'imports form a circle: web/src/a.ts, web/src/b.ts',
  ],
])('%s is a breach', (_, planted, breach) => {
  expect(breachesWith(planted)).toEqual([breach])
})

test('a feature without its folder on a floor is a breach', () => {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }))
  const withoutEvents = files.filter(({ path }) => path !== 'server/src/features/events/service.ts')
  expect(findBreaches(withoutEvents, architecture)).toEqual(['server/src/features lacks the feature events'])
})

test('npm run check runs the rules of the tree, and the repository follows them', () => {
  const output = execFileSync('node', ['scripts/features.mjs'], { cwd: root, encoding: 'utf8' })
  expect(output).toBe('')
})
