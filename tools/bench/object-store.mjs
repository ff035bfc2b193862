// How many uploads Ceph loses when one of its processes is killed, and whether it passes the tests of the store of files.
//
//   npm run bench object-store
//
// Starts Ceph on loopback: a monitor, two OSDs and a gateway. Runs the tests of the store of files against it. Then uploads while it kills
// each part and starts it again, and reads every acknowledged upload.
// Where Ceph is not installed, only names the missing Debian packages.

import { spawn } from 'node:child_process'
import { chownSync } from 'node:fs'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { startCeph } from './engines/ceph.mjs'
import { cephPrograms, findOsAccount } from './engines/programs.mjs'
import { hashOf, startStoreUploads } from './engines/store-uploads.mjs'
import { findProgramsOrSkip } from './installed-programs.mjs'
import { report, reportCount } from './report.mjs'

const { createTemporaryFolder } = await import('../../scripts/setup/temporary-folder.mjs')
const { repositoryPath } = await import('../../scripts/setup/repository.mjs')
const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openFileStore } = await importServerModule('providers/files/open-file-store.ts')

const uploaderCount = 4
const maxPauseSeconds = 10

const programs = findProgramsOrSkip(cephPrograms)
if (programs) await measureLostUploads(programs)

/** @param {import('./engines/programs.mjs').Programs} found */
async function measureLostUploads(found) {
  const folder = createTemporaryFolder('gaffer-ceph-')
  const account = findOsAccount('ceph')
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
  const began = performance.now()
  const ceph = await startCeph(found, folder, { account, gateways: 1 })
  try {
    report('start of Ceph', `${((performance.now() - began) / 1000).toFixed(0)} s`)
    await runStoreTests(ceph)
    await killPartsUnderUploads(ceph, folder)
  } finally {
    await ceph.stop()
  }
}

/** @param {import('./engines/ceph.mjs').Ceph} ceph */
async function runStoreTests({ endpoints, settings }) {
  const url = new URL(settings.bucket, endpoints[0])
  url.username = settings.accessKeyId
  url.password = settings.secretAccessKey
  const tests = spawn(
    repositoryPath('node_modules', '.bin', 'vitest'),
    ['run', '--project', 'server', 'src/providers/files/file-stores.test.ts'],
    { cwd: repositoryPath(), env: { ...process.env, TEST_S3_URL: url.href }, stdio: 'inherit' },
  )
  const [code] = await once(tests, 'exit')
  report('the tests of the store of files', code === 0 ? 'passed' : 'failed', { ratio: code ?? 1, atMost: 0 })
}

/** @param {import('./engines/ceph.mjs').Ceph} ceph @param {string} folder */
async function killPartsUnderUploads(ceph, folder) {
  const files = await openFileStore({ s3: { ...ceph.settings, endpoint: ceph.endpoints[0] } }, folder)
  const uploading = startStoreUploads(files, uploaderCount)
  await sleep(3000)
  // The second OSD is killed while it has the only copy of objects that were written when the first one was down.
  for (const part of /** @type {const} */ (['osd 1', 'osd 0', 'gateway 0', 'monitor'])) {
    const killed = performance.now()
    await ceph.kill(part)
    await sleep(part.startsWith('osd') ? 5000 : 1000)
    ceph.start(part)
    const pause = await uploading.uploads.measureLongestPauseSince(killed)
    report(`longest pause of uploads, ${part} killed`, `${pause.toFixed(1)} s, limit ${maxPauseSeconds} s`, {
      ratio: pause / maxPauseSeconds,
      atMost: 1,
    })
    console.log(`  each object has both copies again after ${(await ceph.waitUntilCopied()).toFixed(0)} s`)
  }
  await uploading.stop()
  const lost = []
  for (const [id, hash] of uploading.acknowledged) {
    const isSame = await files.read(id).then(async (/** @type {any} */ stream) => hashOf(await buffer(stream)) === hash)
    if (!isSame) lost.push(id)
  }
  files.close()
  report(
    'acknowledged uploads',
    `${uploading.acknowledged.size}, of ${uploading.uploads.count()} pieces; ${uploading.uploads.failures.length} tries failed`,
  )
  reportCount('acknowledged uploads lost or changed', lost.length, 0)
}
