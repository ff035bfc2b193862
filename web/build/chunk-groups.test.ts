import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chunkGroups } from './chunk-groups.ts'

const repository = join(import.meta.dirname, '../..')

it.each(chunkGroups)('every file of the chunk group $name exists', ({ files }) => {
  expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([])
})
