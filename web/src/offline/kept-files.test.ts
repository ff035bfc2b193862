import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { deleteKeptFiles, listKeptFiles, readKeptContent, storeKeptFile } from './kept-file-database.ts'
import {
  deleteAllStoredQueries,
  deleteStoredQueriesOfBands,
  openStoredQueries,
  switchAccount,
  type KeptChart,
} from './stored-query-database.ts'

const row: KeptChart = { kind: 'chart', id: 'c', bandId: 'b', version: 2, bytes: 3, neededOn: '2026-12-01' }
const content = () => new Uint8Array([1, 2, 3]).buffer

beforeEach(async () => {
  await deleteAllStoredQueries()
  await switchAccount('dee')
})

test('a kept file is read only for its own version, a new version replaces it, and after its deletion no content is stored', async () => {
  expect(await storeKeptFile('dee', row, content())).toBe(true)
  expect(await readKeptContent('c', 1)).toBeNull()
  expect(await readKeptContent('c', 2)).toEqual(content())
  await storeKeptFile('dee', { ...row, version: 3 }, content())
  expect(await readKeptContent('c', 2)).toBeNull()
  expect(await listKeptFiles()).toEqual([{ ...row, version: 3 }])
  await deleteKeptFiles(['c'])
  expect([await listKeptFiles(), await readKeptContent('c', 3)]).toEqual([[], null])
  expect(await (await openStoredQueries()).getAllKeys('fileContents')).toEqual([])
})

test('storeKeptFile stores nothing for an account other than the stored account', async () => {
  expect(await storeKeptFile('kit', row, content())).toBe(false)
  expect(await listKeptFiles()).toEqual([])
})

test.each<[string, () => Promise<void>, number]>([
  ['a sign-out deletes the kept files', deleteAllStoredQueries, 0],
  ['the sign-in of another account deletes the kept files', () => switchAccount('kit'), 0],
  ['the next sign-in of the same account does not delete the kept files', () => switchAccount('dee'), 1],
  ['leaving a band deletes its kept files', () => deleteStoredQueriesOfBands((bandId) => bandId === 'b'), 0],
  [
    'leaving a band does not delete the kept files of another band',
    () => deleteStoredQueriesOfBands((bandId) => bandId === 'x'),
    1,
  ],
])('%s', async (_, action, kept) => {
  await storeKeptFile('dee', row, content())
  await action()
  expect(await listKeptFiles()).toHaveLength(kept)
  expect((await readKeptContent('c', 2)) !== null).toBe(kept === 1)
})
