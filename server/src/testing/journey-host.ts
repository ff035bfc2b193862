// Runs the servers of the browser journeys in one process: loading the modules takes two thirds of the CPU time of a start.

import { readConfig } from '#config.ts'
import { createFounderInvitationLines } from '#run.ts'
import { startGaffer } from '#start.ts'
import type { HostCommand, HostReply } from './journey-host-messages.ts'
import { copySeed, createSeeds } from './journey-seeds.ts'

type Step = () => Promise<unknown>

/** The steps that stop what was started under an id, in the order of the start. */
const stepsToStop = new Map<number, Step[]>()

const send = (reply: HostReply) => void process.send?.(reply)

async function start({ id, folder, seed, environment }: Extract<HostCommand, { kind: 'start' }>): Promise<void> {
  const steps: Step[] = []
  stepsToStop.set(id, steps)
  const { database, dataDir, remove } = await copySeed(folder, seed)
  steps.push(remove)
  const print = (text: string) => send({ id, kind: 'output', text })
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', ...environment })
  const gaffer = await startGaffer(config, { database, logTo: { write: print } })
  steps.push(async () => {
    gaffer.beginShutdown()
    await gaffer.stop()
  })
  const lines = await createFounderInvitationLines(gaffer)
  await gaffer.app.listen({ port: config.port, host: config.host })
  print(`${lines.join('\n')}\n`)
}

async function stop(id: number): Promise<void> {
  const steps = stepsToStop.get(id) ?? []
  stepsToStop.delete(id)
  for (const step of steps.reverse()) await step()
}

async function run(command: HostCommand): Promise<void> {
  if (command.kind === 'create-seeds') stepsToStop.set(command.id, [await createSeeds(command.folder)])
  else if (command.kind === 'start') await start(command)
  else await stop(command.id)
}

process.on('message', (command: HostCommand) => {
  const { id } = command
  run(command).then(
    () => send({ id, kind: 'done', error: null }),
    async (error: Error) => {
      await stop(id)
      send({ id, kind: 'done', error: error.stack ?? error.message })
    },
  )
})

// Ctrl-C in a terminal reaches this process too. It outlives the test worker, so that it can stop its servers and PostgreSQL.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)

// Emitted when the test worker has ended.
process.once('disconnect', async () => {
  await Promise.all([...stepsToStop.keys()].map(stop))
  process.exit(0)
})
