// Runs the servers of the browser journeys in one process: loading the modules takes two thirds of the CPU time of a start.

import { readConfig } from '#config.ts'
import { createFounderInvitationLines } from '#run.ts'
import { startGaffer, type RunningGaffer } from '#start.ts'
import { seedJourneyBand } from './journey-band.ts'
import type { HostCommand, HostReply } from './journey-host-messages.ts'

const runningServers = new Map<number, RunningGaffer>()

const send = (reply: HostReply) => void process.send?.(reply)

async function start({ id, hasBand, environment }: Extract<HostCommand, { kind: 'start' }>): Promise<void> {
  const print = (text: string) => send({ id, kind: 'output', text })
  const config = readConfig(environment)
  const gaffer = await startGaffer(config, { logTo: { write: print } })
  runningServers.set(id, gaffer)
  const lines = await (hasBand ? seedJourneyBand : createFounderInvitationLines)(gaffer)
  await gaffer.app.listen({ port: config.port, host: config.host })
  print(`${lines.join('\n')}\n`)
}

async function stop(id: number): Promise<void> {
  const gaffer = runningServers.get(id)
  runningServers.delete(id)
  gaffer?.beginShutdown()
  await gaffer?.stop()
}

process.on('message', (command: HostCommand) => {
  const { id } = command
  const work = command.kind === 'start' ? start(command) : stop(id)
  work.then(
    () => send({ id, kind: 'done', error: null }),
    async (error: Error) => {
      await stop(id)
      send({ id, kind: 'done', error: error.stack ?? error.message })
    },
  )
})

// Emitted when the test worker has ended.
process.once('disconnect', async () => {
  await Promise.all([...runningServers.keys()].map(stop))
  process.exit(0)
})
