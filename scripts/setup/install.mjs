// Runs npm ci when the installed packages differ from the lock file. Works on any Node from 20.19, because it installs the
// pinned one.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { withLockFile } from '../../tools/embedded-postgres/src/lock-file.mjs'
import { isPinnedNodeInstalled } from './pinned-node.mjs'
import { fingerprint, repositoryPath, readFileOrEmpty, readPackageJson, root } from './repository.mjs'

// The file with the hash of the installed lock file and manifests. It is in node_modules, so that it is deleted with the packages.
const stampFile = repositoryPath('node_modules', '.gaffer-installed')

export async function ensureInstalled() {
  if (arePackagesFresh()) return
  const onWait = () => console.log('Another Gaffer is installing the packages of this clone: waiting for it')
  await withLockFile(repositoryPath('.cache', 'install.lock'), installIfStale, { onWait })
}

async function installIfStale() {
  if (arePackagesFresh()) return
  if (!isNpmRecordCurrent()) {
    rmSync(stampFile, { force: true })
    await installPackages()
  }
  writeFileSync(stampFile, readWantedPackages())
}

function readWantedPackages() {
  const manifests = ['.', ...readPackageJson().workspaces].map((folder) => repositoryPath(folder, 'package.json'))
  return fingerprint([repositoryPath('package-lock.json'), ...manifests])
}

const arePackagesFresh = () => readFileOrEmpty(stampFile) === readWantedPackages() && isPinnedNodeInstalled()

/** Whether npm's own record of the installed packages matches the lock file, as it does after npm was run by hand. */
function isNpmRecordCurrent() {
  const installed = readFileOrEmpty(repositoryPath('node_modules', '.package-lock.json'))
  if (!installed) return false
  const lockfile = JSON.parse(readFileOrEmpty(repositoryPath('package-lock.json')))
  return isLockfileInstalled(lockfile.packages, JSON.parse(installed).packages) && isPinnedNodeInstalled()
}

/**
 * @typedef {Record<string, { version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean }>} Packages
 * @param {Packages} locked @param {Packages} installed
 */
export function isLockfileInstalled(locked, installed) {
  return Object.entries(locked).every(([path, entry]) => {
    const isPackage = path.includes('node_modules/')
    if (!isPackage) return true
    const found = installed[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link
  })
}

async function installPackages() {
  const began = Date.now()
  const getElapsedSeconds = () => Math.round((Date.now() - began) / 1_000)
  console.log('Installing the packages (once, about a minute)')
  // Without a terminal npm shows no progress.
  const progressTimer = setInterval(() => console.log(`… ${getElapsedSeconds()} s`), 15_000)
  if (process.stderr.isTTY) clearInterval(progressTimer)
  try {
    // Hides warnings: most say that a package needs a newer Node, and it gets the pinned one. Includes development packages explicitly,
    // because NODE_ENV=production would omit vite, which builds the pages.
    const options = ['--loglevel=error', '--engine-strict=false', '--include=dev', '--include=optional']
    await runNpm(['ci', '--no-audit', '--no-fund', ...options])
    if (!isPinnedNodeInstalled()) {
      console.log('Setting up Node, whose install script npm left out')
      await runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
    }
  } finally {
    clearInterval(progressTimer)
  }
  if (!isPinnedNodeInstalled())
    throw new Error(`npm installed no Node ${readPackageJson().dependencies.node} that runs here.`)
  console.log(`Installed in ${getElapsedSeconds()} s`)
}

/**
 * Runs npm with the machine's own Node, because npm replaces the pinned Node.
 * @param {string[]} args @returns {Promise<void>}
 */
function runNpm(args) {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath, PATH = '' } = process.env
  const outside = PATH.split(delimiter).filter((folder) => !folder.startsWith(root))
  const usesCli = cli.endsWith('npm-cli.js') && !node.startsWith(root)
  const [program, ...first] = usesCli ? /** @type {const} */ ([node, cli]) : /** @type {const} */ (['npm'])
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: outside.join(delimiter) },
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`npm could not be started (${error.message}).`)))
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args[0]} failed (${signal ?? code}); its reason stands above.`)),
    )
  })
}
