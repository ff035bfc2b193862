// Zips whose import fails, with the error message of each.

import { randomFillSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { deleteBytesOfDeletedFiles } from '#features/files/jobs.ts'
import { createTestBand, createTestSong } from '#testing/builders.ts'
import { createFileChart, createPdf, drawOnChart } from '#testing/charts.ts'
import { createTestRecording } from '#testing/recordings.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { downloadZip, importZip, readZip, withNewManifest, writeZip, type TestEntry } from '#testing/zips.ts'

const server = useTestServer({ BAND_STORAGE_MB: '1' })
let entries: TestEntry[]
let mags: TestClient
const chartPath = 'charts/Dakota/Words.pdf'
const marksPath = 'charts/Dakota/Words (marks).json'
const { megabyte } = limits

beforeAll(async () => {
  const dee = await server().createUser()
  const { id: bandId } = await createTestBand(dee)
  const song = await createTestSong(dee, bandId, { title: 'Dakota' })
  const chart = await createFileChart(dee, { bandId, songId: song.id }, { filename: 'Words.pdf' })
  await drawOnChart(dee, { bandId, id: chart.id }, { isShared: true })
  await createTestRecording(dee, bandId)
  entries = await readZip(await downloadZip(dee, bandId))
  mags = await server().createUser()
})

const replaced = (path: string, bytes: Buffer, more: Partial<TestEntry> = {}) =>
  entries.map((entry) => (entry.path === path ? { ...entry, bytes, ...more } : entry))
const withBandFile = (change: (file: Record<string, unknown>) => void): TestEntry[] => {
  const file = JSON.parse(String(entries.find(({ path }) => path === 'band.json')?.bytes))
  change(file)
  return withNewManifest(replaced('band.json', Buffer.from(JSON.stringify(file))))
}
/** Returns a zip with an entry of this unsafe name. yazl refuses it, so it replaces a placeholder of the same length. */
async function createZipWithUnsafeName(name: string): Promise<Buffer> {
  const plain = 'x'.repeat(name.length)
  const zip = await writeZip(withNewManifest([...entries, { path: plain, bytes: Buffer.from('evil') }]))
  return Buffer.from(zip.toString('latin1').replaceAll(plain, name), 'latin1')
}

/** The entries with the marks of the chart in two files of `size` bytes each. */
function withTwoMarksFiles(size: number): TestEntry[] {
  const morePath = 'charts/Dakota/More (marks).json'
  const manifest = JSON.parse(String(entries.find(({ path }) => path === 'manifest.json')?.bytes))
  const marks = manifest.entries.find(({ path }: TestEntry) => path === marksPath)
  const bytes = createLargeText(size)
  const others = replaced(marksPath, bytes).filter(({ path }) => path !== 'manifest.json')
  const listed = { ...manifest, entries: [...manifest.entries, { ...marks, path: morePath }] }
  const withManifest = [...others, { path: 'manifest.json', bytes: Buffer.from(JSON.stringify(listed)) }]
  return withNewManifest([...withManifest, { path: morePath, bytes }])
}

/** Text that deflates to a fiftieth, which the check for zip bombs accepts. */
function createLargeText(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < bytes.length; at += 64 * 1024) randomFillSync(bytes, at, 1024)
  return bytes
}

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['bytes that are no zip', () => Buffer.from('%PDF-1.4 no zip'), bandFileMessages.zipUnreadable],
  ['a zip that is cut', async () => (await writeZip(entries)).subarray(0, -200), bandFileMessages.zipUnreadable],
  [
    'a zip of something else',
    () => writeZip([{ path: 'a.txt', bytes: Buffer.from('a') }]),
    bandFileMessages.zipForeign,
  ],
  ['a changed file', () => writeZip(replaced(chartPath, createPdf(3))), bandFileMessages.zipChanged],
  [
    'a file of the same length that was changed',
    () =>
      writeZip(replaced('ledger.csv', Buffer.from(entries.find((e) => e.path === 'ledger.csv')?.bytes ?? '').fill(32))),
    bandFileMessages.zipChanged,
  ],
  [
    'an entry that the manifest lacks',
    () => writeZip([...entries, { path: 'more.txt', bytes: Buffer.from('more') }]),
    bandFileMessages.zipChanged,
  ],
  ['a missing file', () => writeZip(entries.filter(({ path }) => path !== chartPath)), bandFileMessages.zipChanged],
  ['a name outside the zip', () => createZipWithUnsafeName('../../evil'), bandFileMessages.zipUnsafe],
  ['an absolute name', () => createZipWithUnsafeName('/etc/evil'), bandFileMessages.zipUnsafe],
  ['a name with a drive', () => createZipWithUnsafeName('C:/evil'), bandFileMessages.zipUnsafe],
  ['a name with a backslash', () => createZipWithUnsafeName('..\\evil'), bandFileMessages.zipUnsafe],
  [
    'a zip with two names that differ in case only',
    () =>
      writeZip(
        withNewManifest([...entries, ...['a/Set.txt', 'a/set.txt'].map((path) => ({ path, bytes: Buffer.from('a') }))]),
      ),
    bandFileMessages.zipUnsafe,
  ],
  [
    'contents of more than the storage of a band and 64 MB',
    () => writeZip(withNewManifest([...entries, { path: 'more.txt', bytes: createLargeText(66 * megabyte) }])),
    bandFileMessages.zipTooLarge,
  ],
  [
    'a link',
    () =>
      writeZip(withNewManifest(entries).map((one) => (one.path === 'ledger.csv' ? { ...one, mode: 0o120777 } : one))),
    bandFileMessages.zipUnsafe,
  ],
  [
    'a bomb',
    () => writeZip(withNewManifest([...entries, { path: 'bomb', bytes: Buffer.alloc(20 * 1024 * 1024) }])),
    bandFileMessages.zipUnsafe,
  ],
  [
    'more than a band may store',
    () => writeZip(withNewManifest(replaced(chartPath, Buffer.alloc(1024 * 1024 + 1, 'x'), { compress: false }))),
    bandFileMessages.zipTooLarge,
  ],
  [
    'HTML in place of a chart',
    () => writeZip(withNewManifest(replaced(chartPath, Buffer.from('<script>alert(1)</script>')))),
    bandFileMessages.zipFileRefused(chartPath),
  ],
  [
    'marks that are no marks',
    () => writeZip(withNewManifest(replaced(marksPath, Buffer.from('[{"pages":"<script>"}]')))),
    bandFileMessages.zipFileRefused(marksPath),
  ],
  [
    'more than 64 MB of marks in two files',
    () => writeZip(withTwoMarksFiles(32 * megabyte + 65_536)),
    bandFileMessages.zipTooLarge,
  ],
  [
    'a band file that cannot be loaded',
    () => writeZip(withBandFile((file) => (file['setlists'] = [{ id: 'x', name: 'Set' }]))),
    expect.stringMatching(/^In band\.json at setlists\.0\.id: /),
  ],
  [
    'a ledger that does not add up',
    () => writeZip(withBandFile((file) => (file['ledgerTotals'] = { owedPence: 1, potPence: 0 }))),
    bandFileMessages.zipPlace('ledgerTotals', bandFileMessages.bandFileTotals),
  ],
])(
  'the import of a zip with the fault "%s" fails with an error message and leaves no band or file',
  async (_, make, sentence) => {
    const { services } = server()
    const idsOf = async () =>
      (await services.db<{ id: string }[]>`select id from bands union all select id from files`).length
    const before = await idsOf()
    expect(await importZip(mags, await make())).toEqual({
      state: 'failed',
      percent: expect.any(Number),
      bandId: null,
      message: sentence,
    })
    expect(await idsOf()).toBe(before)
    await deleteBytesOfDeletedFiles(services)
    const rows = (await services.db<{ id: string }[]>`select id from files`).map(({ id }) => id)
    for await (const id of services.files.list()) expect(rows).toContain(id)
  },
)
