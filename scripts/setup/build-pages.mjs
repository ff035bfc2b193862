// Builds the web pages into web/dist when what they are made of has changed, and only then.
// Knows nothing of who serves them.
import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { withLockFile } from '../../embedded-postgres/src/lock-file.mjs'
import { fingerprint, inRepository, readIfThere } from './repository.mjs'

// Beside what it describes: whatever removes the pages removes the claim that they are there.
const stamp = inRepository('web', 'dist', '.built-from')

/** Run it in the pinned Node. Resolves when web/dist holds the pages of the sources as they are. */
export async function ensurePagesBuilt() {
  if (isFresh()) return
  const onWait = () => console.log('Another Gaffer is building the pages of this clone: waiting for it')
  await withLockFile(inRepository('.cache', 'pages.lock'), buildIfStale, { onWait })
}

const sources = () =>
  fingerprint([inRepository('web'), inRepository('domain', 'src'), inRepository('package-lock.json')], {
    without: /^web.(dist|node_modules)$|\.test\.tsx?$/,
  })

const isFresh = () => existsSync(inRepository('web', 'dist', 'index.html')) && readIfThere(stamp) === sources()

async function buildIfStale() {
  if (isFresh()) return
  const began = Date.now()
  console.log('Building the pages')
  rmSync(stamp, { force: true })
  // Taken before the build: a file that changes meanwhile makes the result stale, not fresh.
  const builtFrom = sources()
  await vite()
  writeFileSync(stamp, builtFrom)
  console.log(`Built in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
}

/** @returns {Promise<void>} */
function vite() {
  const program = inRepository('node_modules', 'vite', 'bin', 'vite.js')
  // Pages are drawn once without a browser: what looks for its storage should find none, and no warning about it.
  const child = spawn(process.execPath, ['--no-experimental-webstorage', program, 'build', '--logLevel', 'warn'], {
    cwd: inRepository('web'),
    stdio: 'inherit',
    // Anything else here would make pages for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The pages could not be built (${signal ?? code}).`)),
    )
  })
}
