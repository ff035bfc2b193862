// Access to the embedded database is protected only by the mode of its socket folder.
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareSocketFolder, ensurePrivateFolder } from './socket-folder.ts'
import { testApplication } from './test-cluster.ts'

let folder: string
let madeFolders: string[]

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-socket-')))
  madeFolders = [folder]
})

afterEach(async () => {
  for (const path of madeFolders) await rm(path, { recursive: true, force: true })
})

const deepHome = () => join(folder, 'd'.repeat(100))
const shortName = (home: string) =>
  join(tmpdir(), `${testApplication.name}-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)

test('the socket folder is in the cluster folder if its path is short enough, otherwise at a stable path in tmp', async () => {
  expect(await prepareSocketFolder(folder, undefined, testApplication)).toBe(join(folder, 'socket'))
  const short = await prepareSocketFolder(deepHome(), undefined, testApplication)
  madeFolders.push(short)
  expect(short).toBe(shortName(deepHome()))
  expect(await prepareSocketFolder(deepHome(), undefined, testApplication)).toBe(short)
})

test.each(['with space', 'with,comma', "with'quote"])(
  'a cluster folder that drivers would misread (%s) gets a socket folder in tmp',
  async (name) => {
    const home = join(folder, name)
    await mkdir(home)
    const short = await prepareSocketFolder(home, undefined, testApplication)
    madeFolders.push(short)
    expect(short).toBe(shortName(home))
  },
)

test('a socket folder that other users may enter or that is a symbolic link is refused', async () => {
  const open = join(folder, 'open')
  await mkdir(open, { mode: 0o755 })
  await expect(ensurePrivateFolder(open, undefined)).rejects.toThrow('should be a private folder')
  await chmod(open, 0o700)
  await symlink(open, join(folder, 'link'))
  await expect(ensurePrivateFolder(join(folder, 'link'), undefined)).rejects.toThrow('should be a private folder')
  expect(await ensurePrivateFolder(open, undefined)).toBe(open)
})

test('a socket folder gets another name when its path in tmp is taken', async () => {
  const taken = shortName(deepHome())
  madeFolders.push(taken)
  await mkdir(taken)
  await chmod(taken, 0o755)
  const other = await prepareSocketFolder(deepHome(), undefined, testApplication)
  madeFolders.push(other)
  expect(other).not.toBe(taken)
  expect(other.startsWith(`${taken}-`)).toBe(true)
  expect((await lstat(other)).mode & 0o777).toBe(0o700)
})
