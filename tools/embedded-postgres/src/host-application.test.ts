import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no source file of embedded-postgres names the product that uses it', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name !== 'host-application.test.ts')
  const texts = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((_, at) => /gaffer/i.test(texts[at] ?? ''))).toEqual([])
})
