// Milliseconds by which answers differ between numbers with an account and numbers without one.
//
//   npm run bench enumeration
//
// Asks for a code, and guesses one, for 200 numbers of each kind, and compares the medians. Starts its own server and database.
// Prints one line a call and exits 1 when a difference reaches the limit.

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const count = 200
const limitMs = 20
// Long enough for the message of the one before to be sent, so that each call is measured alone.
const pauseMs = 40

const server = (/** @type {string} */ file) => import(new URL(`../server/src/${file}`, import.meta.url).href)
const { readConfig } = await server('config.ts')
const { startGaffer } = await server('start.ts')

const dataDir = temporaryFolder('gaffer-bench-')
const gaffer = await startGaffer(readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }))
try {
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  const isSlow = await measure(url)
  process.exitCode = isSlow ? 1 : 0
} finally {
  await gaffer.stop()
}

/** @param {string} url @returns {Promise<boolean>} whether a difference reaches the limit */
async function measure(url) {
  const { db } = gaffer.deps
  const known = Array.from({ length: count }, (_, one) => phone(one))
  const unknown = Array.from({ length: count }, (_, one) => phone(count + one))
  for (const number of known) await db`insert into users (id, phone) values (${randomUUID()}, ${number})`
  for (let one = 0; one < 40; one += 1) await signIn(url, phone(2 * count + one))
  await db`delete from code_requests`

  /** @type {Record<'known' | 'unknown', { asked: number, guessed: number }[]>} */
  const times = { known: [], unknown: [] }
  for (let one = 0; one < count; one += 1) {
    // Which of the two goes first must not decide anything.
    const pair = /** @type {const} */ ([
      ['known', known[one]],
      ['unknown', unknown[one]],
    ])
    for (const [kind, number] of randomInt(2) ? pair : pair.toReversed()) {
      times[kind].push(await signIn(url, number ?? ''))
    }
  }
  const differences = /** @type {const} */ (['asked', 'guessed']).map((call) => {
    const [a, b] = [median(times.known.map((one) => one[call])), median(times.unknown.map((one) => one[call]))]
    const difference = Math.abs(a - b)
    console.log(
      `${call.padEnd(7)} known ${a.toFixed(2)} ms  unknown ${b.toFixed(2)} ms  difference ${difference.toFixed(2)} ms` +
        `  limit ${limitMs} ms  ratio ${(difference / limitMs).toFixed(2)}`,
    )
    return difference
  })
  return differences.some((difference) => difference >= limitMs)
}

/** Asks for a code, then guesses a wrong one. @param {string} url @param {string} number */
async function signIn(url, number) {
  const ask = await timed(`${url}/auth/phone/send-code`, { phone: number }, '')
  if (ask.status !== 202) throw new Error(`send-code answered ${ask.status}`)
  await sleep(pauseMs)
  const guess = await timed(`${url}/auth/phone/verify-code`, { phone: number, code: '000000' }, ask.cookie)
  if (guess.status === 200) throw new Error('The guess was right, by a chance of one in a million. Run it again.')
  await sleep(pauseMs)
  return { asked: ask.milliseconds, guessed: guess.milliseconds }
}

/** @param {string} address @param {object} body @param {string} cookie */
async function timed(address, body, cookie) {
  const headers = { 'content-type': 'application/json', cookie }
  const began = performance.now()
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
  const milliseconds = performance.now() - began
  return { milliseconds, status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Ofcom's drama range: nobody's number. @param {number} one */
function phone(one) {
  return `+447700900${String(one).padStart(3, '0')}`
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
