import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findOrInstallBrowser, findOrInstallHeadlessShell } from './find-browser.mjs'
import { isLockfileInstalled } from './install.mjs'
import { fingerprint } from './repository.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gaffer-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an installation with npm by hand', () => {
  const locked = {
    '': { version: '1.0.0' },
    web: { version: '1.0.0' },
    'node_modules/vite': { version: '8.0.0', integrity: 'a' },
    'node_modules/@gaffer/web': { resolved: 'web', link: true },
    'node_modules/binary-for-elsewhere': { version: '1.0.0', integrity: 'b', optional: true },
  }
  const { 'node_modules/vite': vite, 'node_modules/@gaffer/web': web } = locked

  test('an installation with npm by hand matches the lock file when every package that is not optional is installed', () => {
    expect(isLockfileInstalled(locked, { 'node_modules/vite': vite, 'node_modules/@gaffer/web': web })).toBe(true)
  })

  test.each([
    ['a package is missing', { 'node_modules/@gaffer/web': web }],
    ['a link is missing', { 'node_modules/vite': vite }],
    ['a version differs', { 'node_modules/vite': { ...vite, version: '7.0.0' }, 'node_modules/@gaffer/web': web }],
    ['the content differs', { 'node_modules/vite': { ...vite, integrity: 'z' }, 'node_modules/@gaffer/web': web }],
  ])('an installation with npm by hand does not match the lock file when %s', (_, installed) => {
    expect(isLockfileInstalled(locked, installed)).toBe(false)
  })
})

describe('the fingerprint of files', () => {
  /** @param {string} name @param {string} text */
  const write = (name, text) => writeFileSync(join(folder, name), text)
  const takeFingerprint = () => fingerprint([folder], { base: folder, without: /^dist$|\.test\.ts$/ })

  test('the fingerprint changes if a file’s content changes or a file is added, and not with file times or excluded files', () => {
    write('page.tsx', 'one')
    const first = takeFingerprint()
    utimesSync(join(folder, 'page.tsx'), new Date(0), new Date(0))
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'dist', 'page.js'), 'built')
    write('page.test.ts', 'test')
    expect(takeFingerprint()).toBe(first)
    write('page.tsx', 'two')
    const second = takeFingerprint()
    write('other.tsx', 'one')
    expect(new Set([first, second, takeFingerprint()]).size).toBe(3)
  })
})

describe('findOrInstallBrowser', () => {
  /** @param {string} name @param {string} script */
  function writeProgram(name, script) {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const addWorkingBrowser = () => writeProgram('works', 'echo Chromium 1.2.3')
  const addBrokenBrowser = () => writeProgram('broken', 'echo "install it with snap" >&2; exit 1')

  test('findOrInstallBrowser returns and prints the first browser that runs, and tries no further source', async () => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const never = vi.fn()
    const path = await findOrInstallBrowser([
      { source: 'nowhere', find: async () => [] },
      { source: 'on this machine', find: async () => [addBrokenBrowser(), addWorkingBrowser()] },
      { source: 'downloaded', find: never },
    ])
    expect(path).toBe(join(folder, 'works'))
    expect(said).toHaveBeenCalledWith(`Browser: ${path} (on this machine, Chromium 1.2.3)`)
    expect(never).not.toHaveBeenCalled()
  })

  test('findOrInstallBrowser throws if the browser of CHROMIUM_PATH does not run, and tries no other source', async () => {
    const find = async () => [addBrokenBrowser()]
    const never = vi.fn()
    const places = [
      { source: 'CHROMIUM_PATH', find },
      { source: 'on this machine', find: never },
    ]
    await expect(findOrInstallBrowser(places)).rejects.toThrow('and that does not run')
    expect(never).not.toHaveBeenCalled()
  })

  test('findOrInstallBrowser throws and names CHROMIUM_PATH if there is no browser', async () => {
    await expect(findOrInstallBrowser([{ source: 'nowhere', find: async () => [] }])).rejects.toThrow(
      'set CHROMIUM_PATH',
    )
  })

  test('findOrInstallHeadlessShell resolves with undefined if no headless shell runs', async () => {
    const places = [{ source: 'on this machine', find: async () => [addBrokenBrowser()] }]
    expect(await findOrInstallHeadlessShell(places)).toBeUndefined()
  })
})

/** @param {string} name @param {string} code */
function writeScriptThatImports(name, code) {
  const script = join(folder, 'script.mjs')
  const module = new URL('pinned-node.mjs', import.meta.url).href
  writeFileSync(script, `import { ${name} } from ${JSON.stringify(module)}\n${code}\n`)
  return script
}

describe('continueInPinnedNode', () => {
  test('a signal to the process group, as of Ctrl-C, reaches the script in the pinned Node once', async () => {
    const script = writeScriptThatImports(
      'continueInPinnedNode',
      `if (!process.connected) await continueInPinnedNode()
      let signals = 0
      process.on('SIGTERM', () => {
        signals += 1
        setTimeout(() => process.exit(signals), 1500)
      })
      setInterval(() => undefined, 1000)
      console.log('ready')`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    // The parent is stopped meanwhile: two pending signals of a process count as one.
    child.kill('SIGSTOP')
    process.kill(-Number(child.pid), 'SIGTERM')
    await sleep(300)
    child.kill('SIGCONT')
    expect(await ended).toEqual([1, null])
  })
})

describe('exitOnSignal', () => {
  test('a script that called exitOnSignal exits when it is idle, although its IPC channel is open', async () => {
    const script = writeScriptThatImports('exitOnSignal', 'exitOnSignal()\nprocess.exitCode = 3')
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const ended = once(child, 'exit')
    const late = sleep(10_000, 'still there', { ref: false })
    try {
      expect(await Promise.race([ended, late])).toEqual([3, null])
    } finally {
      child.kill('SIGKILL')
    }
  })
})
