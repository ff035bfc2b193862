// Installs the packages of the clone when they are not those of the lock file, and only then.
// Runs on any Node from 20.19, since the pinned one is among what it installs.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { withLockFile } from '../../embedded-postgres/src/lock-file.mjs'
import { hasPinnedNode } from './pinned-node.mjs'
import { fingerprint, inRepository, readIfThere, readManifest, root } from './repository.mjs'

// In node_modules, so that whatever removes the packages removes the claim that they are there.
const stamp = inRepository('node_modules', '.gaffer-installed')

export async function ensureInstalled() {
  if (isFresh()) return
  const onWait = () => console.log('Another Gaffer is installing the packages of this clone: waiting for it')
  await withLockFile(inRepository('.cache', 'install.lock'), installIfStale, { onWait })
}

async function installIfStale() {
  if (isFresh()) return
  if (!isInstalledAlready()) {
    rmSync(stamp, { force: true })
    await install()
  }
  writeFileSync(stamp, wanted())
}

function wanted() {
  const manifests = ['.', ...readManifest().workspaces].map((folder) => inRepository(folder, 'package.json'))
  return fingerprint([inRepository('package-lock.json'), ...manifests])
}

const isFresh = () => readIfThere(stamp) === wanted() && hasPinnedNode()

/** Somebody ran npm by hand: what it noted at its end agrees with the lock file, so nothing is left to do. */
function isInstalledAlready() {
  const noted = readIfThere(inRepository('node_modules', '.package-lock.json'))
  if (!noted) return false
  const lock = JSON.parse(readIfThere(inRepository('package-lock.json')))
  return agrees(lock.packages, JSON.parse(noted).packages) && hasPinnedNode()
}

/**
 * @typedef {Record<string, { version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean }>} Packages
 * @param {Packages} locked @param {Packages} installed
 */
export function agrees(locked, installed) {
  return Object.entries(locked).every(([path, wish]) => {
    const isPackage = path.includes('node_modules/')
    if (!isPackage) return true
    const found = installed[path]
    if (!found) return wish.optional === true
    return found.version === wish.version && found.integrity === wish.integrity && found.link === wish.link
  })
}

async function install() {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1_000)
  console.log('Installing the packages (once, about a minute)')
  // Where npm draws no bar of its own, somebody still wants to know that it is alive.
  const news = setInterval(() => console.log(`… ${seconds()} s`), 15_000)
  if (process.stderr.isTTY) clearInterval(news)
  try {
    // Warnings are left out because most say that some package wants a newer Node, and it gets one. Development packages are
    // asked for by name: NODE_ENV=production would leave out the one that builds the pages.
    const options = ['--loglevel=error', '--engine-strict=false', '--include=dev', '--include=optional']
    await npm(['ci', '--no-audit', '--no-fund', ...options])
    if (!hasPinnedNode()) {
      console.log('Setting up Node, whose install script npm left out')
      await npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
    }
  } finally {
    clearInterval(news)
  }
  if (!hasPinnedNode()) throw new Error(`npm installed no Node ${readManifest().dependencies.node} that runs here.`)
  console.log(`Installed in ${seconds()} s`)
}

/**
 * Runs npm on the Node that the machine has: the clone's own is about to be replaced.
 * @param {string[]} args @returns {Promise<void>}
 */
function npm(args) {
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
