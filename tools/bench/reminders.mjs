// Reminders of a whole evening: all due in one minute, handed over once each although the server is killed in the middle.
//
//   npm run bench reminders
//   npm run bench reminders -- 10000      fewer reminders
//
// When half of the reminders have arrived, the server process gets SIGKILL and another one is started. A message that was being handed over at
// that moment may have been sent, so it is not repeated: its recipient gets a mail instead.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { shorterInCheck, startDatabase } from './benchmark-server.mjs'
import { addBands, addPractices, membersPerBand, remindersDueAt, startFakePushService } from './notice-bands.mjs'
import { report } from './report.mjs'

const bandCount = Math.ceil(Number(process.argv[2] ?? shorterInCheck(100_000, 2 * membersPerBand)) / membersPerBand)
const total = bandCount * membersPerBand
const maxMinutes = 10
/** Jobs of a killed server are repeated after a minute. A check does not wait for them. */
const maxIdleSeconds = shorterInCheck(150, 0)

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { openDatabasePool } = await importServerModule('platform/db/connection.ts')
const { londonInstant } = await import(new URL('../../domain/src/shared/dates.ts', import.meta.url).href)

const pushService = await startFakePushService()
const { received } = pushService
const database = await startDatabase()
const db = openDatabasePool(database.address, 2, 600_000)

let child = await startServer()
try {
  await addBands(db, bandCount, pushService.url)
  await addPractices(db)
  const began = performance.now()
  queueReminders()
  const killedAt = await killInTheMiddle()
  const lastAt = await waitForAll()
  await reportAll((lastAt - began) / 60_000, (killedAt - began) / 1000)
} finally {
  if (child.exitCode === null) {
    child.disconnect()
    await once(child, 'exit')
  }
  await db.end()
  await database.stop()
  pushService.close()
}

async function startServer() {
  const started = fork(new URL('notices-server.mjs', import.meta.url))
  started.send({ database: database.address })
  await once(started, 'message')
  return started
}

function queueReminders() {
  child.send({ remindAt: londonInstant(remindersDueAt.date, remindersDueAt.time) })
}

/** Returns the time at which the server was killed, by `performance.now()`. */
async function killInTheMiddle() {
  while (received.size < total / 2) await sleep(20)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  const killedAt = performance.now()
  child = await startServer()
  queueReminders()
  return killedAt
}

/** Returns the time at which the last reminder was handed over, by `performance.now()`. */
async function waitForAll() {
  let [handedOver, lastAt] = [await countHandedOver(), performance.now()]
  while (handedOver < total && performance.now() - lastAt < maxIdleSeconds * 1000) {
    await sleep(1000)
    const now = await countHandedOver()
    if (now > handedOver) lastAt = performance.now()
    handedOver = now
  }
  return lastAt
}

async function countHandedOver() {
  return received.size + (await listMailed()).filter((path) => !received.has(path)).length
}

/** Paths of the users whose reminder was mailed. @returns {Promise<string[]>} */
async function listMailed() {
  const rows = await db`
    select '/' || recipient_id as path from outgoing_messages where way = 'mail' and purpose = 'notice' and outcome = 'sent'`
  return rows.map((/** @type {{ path: string }} */ { path }) => path)
}

/** @param {number} minutes @param {number} killedAfterSeconds */
async function reportAll(minutes, killedAfterSeconds) {
  const mailed = (await listMailed()).filter((path) => !received.has(path)).length
  const twice = [...received.values()].filter((count) => count > 1).length
  const [{ count: notices }] = await db`select count(*)::int as count from notices`
  const lost = total - received.size - mailed
  report('server killed', `after ${Math.round(killedAfterSeconds)} s`)
  report(`${total} reminders handed over`, `${minutes.toFixed(1)} min, limit ${maxMinutes} min`, {
    ratio: minutes / maxMinutes,
    atMost: 1,
  })
  report('mailed instead of pushed, because of the kill', `${mailed}`)
  report('reminders lost', `${lost}`, { ratio: lost, atMost: 0 })
  report('reminders pushed twice', `${twice}`, { ratio: twice, atMost: 0 })
  report('notices in the bell, missing or twice', `${Math.abs(total - notices)}`, {
    ratio: Math.abs(total - notices),
    atMost: 0,
  })
}
