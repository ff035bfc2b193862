import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import { TestClient } from '#testing/test-client.ts'
import {
  endAllProcesses,
  founderInvitationTokenOf,
  launchProgram,
  launchServer,
  waitUntilServerReady,
} from '#testing/launch-program.ts'
import { signInBySms } from '#testing/sms.ts'
import { nextTestPhone } from '#testing/test-server.ts'

let folder: string
const inFolder = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-backup-cli-'))
})
afterAll(async () => {
  await endAllProcesses()
  await rm(folder, { recursive: true, force: true })
})

async function run(name: 'backup' | 'restore', environment: Record<string, string>, ...args: string[]) {
  const command = launchProgram('cli/main.ts', { INIT_CWD: folder, ...environment }, [name, ...args])
  return { code: await command.ended, said: command.said() }
}

test('the commands backup and restore, with a copy of the secret key, move an installation to another folder with its sessions, band and feed URLs', async () => {
  const [here, there] = [{ DATA_DIR: inFolder('here') }, { DATA_DIR: inFolder('there') }]
  const gaffer = await launchServer(here)
  await waitUntilServerReady(gaffer)
  const founder = new TestClient(gaffer.url)
  await founder.post('/auth/invite', { token: founderInvitationTokenOf(gaffer) })
  await signInBySms(founder, nextTestPhone())
  await founder.put('/api/me', { firstName: 'A', lastName: 'B', displayName: 'C' })
  const band = await createTestBand(founder)
  const { urls } = (await founder.get(`/api/bands/${band.id}/calendar/url`)).body

  const backedUp = await run('backup', here, 'band.backup')
  expect([backedUp.said, backedUp.code]).toEqual([expect.stringMatching(/^Backed up into .+: \d+ tables, \d+ rows/), 0])
  expect(backedUp.said).toContain(`Keep ${inFolder('here')}/secret-key and ${inFolder('here')}/vapid-private-key too`)
  expect((await stat(inFolder('band.backup'))).mode & 0o777).toBe(0o600)
  const refused = await run('restore', here, 'band.backup')
  expect([refused.said.trim(), refused.code]).toEqual([expect.stringMatching(/^Gaffer is already running on .*$/), 1])

  const restored = await run('restore', there, 'band.backup')
  expect([restored.said, restored.code]).toEqual([expect.stringMatching(/^Restored what was backed up on/), 0])
  expect(restored.said).toContain('is not the one that this backup was made with')
  await copyFile(join(here.DATA_DIR, 'secret-key'), join(there.DATA_DIR, 'secret-key'))
  const other = await launchServer(there)
  await waitUntilServerReady(other)
  expect(other.said()).not.toContain('/invite/')
  const same = new TestClient(other.url, Object.fromEntries(founder.cookies))
  expect((await same.get('/api/me')).body.bands).toMatchObject([{ band: { name: band.name } }])
  expect((await same.get(new URL(urls.full).pathname)).status).toBe(200)
  gaffer.child.kill('SIGTERM')
  other.child.kill('SIGTERM')
  expect([await gaffer.ended, await other.ended]).toEqual([0, 0])

  const again = await run('restore', there, 'band.backup')
  expect([again.said.trim(), again.code]).toEqual([expect.stringMatching(/^This database is in use .*$/), 1])
  const stopped = await run('backup', here, 'later.backup')
  expect([stopped.said, stopped.code]).toEqual([expect.stringContaining('Backed up'), 0])
}, 120_000)

test.each<[string, 'backup' | 'restore', Record<string, string>, string[], number, RegExp]>([
  ['without a file', 'backup', {}, [], 2, /^npm run backup FILE$/],
  ['with two files', 'restore', {}, ['a', 'b'], 2, /^npm run restore FILE$/],
  ['with a wrong setting', 'backup', { PORT: 'eighty' }, ['a'], 2, /^PORT must be a port number$/],
  ['with a missing file', 'restore', {}, ['nowhere.backup'], 1, /^The file cannot be used: ENOENT.*$/],
  [
    'without a database',
    'backup',
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    ['a'],
    1,
    /^The database cannot be reached/,
  ],
])(
  'the command $1 $0 prints its usage or an error and exits with code $4',
  async (_, name, environment, given, code, sentence) => {
    const answer = await run(name, { DATA_DIR: inFolder('unused'), ...environment }, ...given)
    expect([answer.said.trim(), answer.code]).toEqual([expect.stringMatching(sentence), code])
  },
)
