// Starts the server's programs as processes. `endAllProcesses` ends them.

import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakedClock } from '@gaffer/fakes/faked-clock'
import { findFreePort } from '@gaffer/fakes/free-port'

export type LaunchedProcess = { child: ChildProcess; url: string; said: () => string; ended: Promise<number | null> }

const runningProcesses = new Set<ChildProcess>()

export async function endAllProcesses(): Promise<void> {
  for (const child of runningProcesses) child.kill('SIGTERM')
  await Promise.all([...runningProcesses].map((child) => new Promise((done) => child.once('exit', done))))
}

/** Starts the server on a free port. */
export async function launchServer(environment: Record<string, string>): Promise<LaunchedProcess> {
  const port = String(await findFreePort())
  return launchProgram('main.ts', { PORT: port, ...environment }, [])
}

// The compile cache that `npm start` uses too: it saves each process from compiling the server.
const compileCacheFolder = join(import.meta.dirname, '../../../.cache/compiled')

/** Starts a program by its file. The process inherits only PATH and a faked clock from this process's environment. */
export function launchProgram(program: string, environment: Record<string, string>, args: string[]): LaunchedProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', program), ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...fakedClock,
      NODE_COMPILE_CACHE: compileCacheFolder,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  runningProcesses.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      runningProcesses.delete(child)
      resolve(code)
    }),
  )
  return { child, url: `http://localhost:${environment['PORT'] ?? ''}`, said: () => said, ended }
}

export async function waitUntilServerReady(started: LaunchedProcess): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (started.said().includes('Gaffer is ready')) return
    if (started.child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`The process did not start: ${started.said()}`)
}

export const founderInvitationTokenOf = (started: LaunchedProcess) =>
  /http:\S+\/invite\/(\S+)/.exec(started.said())?.[1] as string
