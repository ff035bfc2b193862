// Builds the web pages into web/dist when their sources have changed.
import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { withLockFile } from '../../tools/embedded-postgres/src/lock-file.mjs'
import { fingerprint, repositoryPath, readFileOrEmpty } from './repository.mjs'

// The file with the hash of the built sources. It is in web/dist, so that it is deleted with the pages.
const stampFile = repositoryPath('web', 'dist', '.built-from')

/** Builds the pages unless they are fresh. Needs the pinned Node. */
export async function ensurePagesBuilt() {
  if (arePagesFresh()) return
  const onWait = () => console.log('Another Gaffer is building the pages of this clone: waiting for it')
  await withLockFile(repositoryPath('.cache', 'pages.lock'), buildIfStale, { onWait })
}

const hashFiles = () =>
  fingerprint([repositoryPath('web'), repositoryPath('domain', 'src'), repositoryPath('package-lock.json')], {
    without: /^web.(dist|node_modules)$|\.test\.tsx?$/,
  })

const arePagesFresh = () =>
  existsSync(repositoryPath('web', 'dist', 'index.html')) && readFileOrEmpty(stampFile) === hashFiles()

async function buildIfStale() {
  if (arePagesFresh()) return
  const began = Date.now()
  console.log('Building the pages')
  rmSync(stampFile, { force: true })
  // Before the build: a file that changes during the build makes the result stale.
  const builtFrom = hashFiles()
  await runVite()
  writeFileSync(stampFile, builtFrom)
  console.log(`Built in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
}

/** @returns {Promise<void>} */
function runVite() {
  const program = repositoryPath('node_modules', 'vite', 'bin', 'vite.js')
  // Prerendering runs without a browser: Node's own localStorage would print a warning.
  const child = spawn(process.execPath, ['--no-experimental-webstorage', program, 'build', '--logLevel', 'warn'], {
    cwd: repositoryPath('web'),
    stdio: 'inherit',
    // Any other value builds development pages.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The pages could not be built (${signal ?? code}).`)),
    )
  })
}
