// Finds the browsers of the journeys, or installs them: Chromium, and Chromium's headless shell, which takes a third less CPU time but
// shows no notifications.
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryPath } from './repository.mjs'

const run = promisify(execFile)

/** @typedef {{ source: string, find: () => Promise<string[]> }} Place */

/** Where Chromium may be, in order of preference. @type {Place[]} */
const chromiumPlaces = [
  { source: 'CHROMIUM_PATH', find: async () => (process.env['CHROMIUM_PATH'] ? [process.env['CHROMIUM_PATH']] : []) },
  { source: 'installed here', find: async () => findInstalled() },
  { source: "Playwright's own", find: findPlaywrightBrowser },
  { source: 'installed by Playwright', find: installWithPlaywright },
  { source: "Debian's package", find: () => installDebianPackage('chromium').then(findInstalled) },
]

/** Where the headless shell may be, in order of preference. @type {Place[]} */
const headlessShellPlaces = [
  { source: 'installed here', find: async () => findOnPath(headlessShellNames) },
  {
    source: "Debian's package",
    find: () => installDebianPackage('chromium-headless-shell').then(() => findOnPath(headlessShellNames)),
  },
]
const headlessShellNames = ['chromium-headless-shell', 'chrome-headless-shell']

/** Prints and returns the path of the first browser that runs. Throws if there is none and none can be installed. */
export async function findOrInstallBrowser(candidates = chromiumPlaces) {
  const path = await findFirstThatRuns(candidates)
  if (path) return path
  throw new Error('No Chromium was found or could be installed: install one, or set CHROMIUM_PATH to it.')
}

/** Prints and returns the path of a headless shell, or undefined: the journeys then run in Chromium. */
export function findOrInstallHeadlessShell(candidates = headlessShellPlaces) {
  return findFirstThatRuns(candidates)
}

/** @param {Place[]} candidates */
async function findFirstThatRuns(candidates) {
  for (const { source, find } of candidates) {
    for (const path of await find()) {
      const version = await readVersion(path)
      if (version) {
        console.log(`Browser: ${path} (${source}, ${version})`)
        return path
      }
      if (source === 'CHROMIUM_PATH') throw new Error(`CHROMIUM_PATH is ${path}, and that does not run.`)
    }
  }
  return undefined
}

/** Resolves to undefined if the program does not run: `chromium` may be a script that only says what to install. @param {string} path */
async function readVersion(path) {
  return run(path, ['--version'], { timeout: 30_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

function findInstalled() {
  const applications = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
  return [...findOnPath(names), ...applications.filter((path) => existsSync(path))]
}

/** @param {string[]} names */
function findOnPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((path) => existsSync(path))
}

async function findPlaywrightBrowser() {
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath()].filter((path) => existsSync(path))
}

async function installWithPlaywright() {
  console.log('No browser here: asking Playwright to install its own')
  await tryToRun(process.execPath, [
    repositoryPath('node_modules', '@playwright', 'test', 'cli.js'),
    'install',
    'chromium',
  ])
  return findPlaywrightBrowser()
}

/** @param {string} name of the package */
async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing Debian's ${name}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await tryToRun('apt-get', ['update', '-qq'], env)
  await tryToRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
}

/** Runs an installation step that may fail (no network, say). Prints its errors and resolves either way. @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<void>} */
function tryToRun(program, args, env = process.env) {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env, timeout: 300_000 })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve()
    })
    child.once('exit', () => resolve())
  })
}
