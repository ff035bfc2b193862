// Who may pass the door of the database: the private folder of its socket.
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareSocketFolder, secureFolder } from './socket-folder.ts'

let folder: string
let made: string[]

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gaffer-socket-')))
  made = [folder]
})

afterEach(async () => {
  for (const path of made) await rm(path, { recursive: true, force: true })
})

const deepHome = () => join(folder, 'd'.repeat(100))
const shortName = (home: string) =>
  join(tmpdir(), `gaffer-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)

test('lies in the home of the cluster when the path is short enough, else in one found again by the next start', async () => {
  expect(await prepareSocketFolder(folder, undefined)).toBe(join(folder, 'socket'))
  const short = await prepareSocketFolder(deepHome(), undefined)
  made.push(short)
  expect(short).toBe(shortName(deepHome()))
  expect(await prepareSocketFolder(deepHome(), undefined)).toBe(short)
})

test.each(['with space', 'with,comma', "with'quote"])('avoids a path that drivers misread: %s', async (name) => {
  const home = join(folder, name)
  await mkdir(home)
  const short = await prepareSocketFolder(home, undefined)
  made.push(short)
  expect(short).toBe(shortName(home))
})

test('trusts no folder that others may enter or that is only a link', async () => {
  const open = join(folder, 'open')
  await mkdir(open, { mode: 0o755 })
  await expect(secureFolder(open, undefined)).rejects.toThrow('should be a private folder')
  await chmod(open, 0o700)
  await symlink(open, join(folder, 'link'))
  await expect(secureFolder(join(folder, 'link'), undefined)).rejects.toThrow('should be a private folder')
  expect(await secureFolder(open, undefined)).toBe(open)
})

test('goes round a name that somebody took before', async () => {
  const taken = shortName(deepHome())
  made.push(taken)
  await mkdir(taken)
  await chmod(taken, 0o755)
  const other = await prepareSocketFolder(deepHome(), undefined)
  made.push(other)
  expect(other).not.toBe(taken)
  expect(other.startsWith(`${taken}-`)).toBe(true)
  expect((await lstat(other)).mode & 0o777).toBe(0o700)
})
