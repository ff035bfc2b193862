// Difference in response time between phone numbers with an account and numbers without one.
//
//   npm run bench enumeration
//
// Requests a code for 200 numbers of each kind, verifies a wrong code, and compares the medians. Starts its own server and database.

import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { shorterInCheck, startServer } from './benchmark-server.mjs'
import { report } from './report.mjs'

const numberCount = shorterInCheck(200, 2)
const warmUpRequests = shorterInCheck(40, 1)
const limitMs = 20
// Long enough for the job of the previous request to finish, so that each request is measured alone.
const pauseMs = 40

const { gaffer, stop } = await startServer()
try {
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  await measureTimeDifferences(url)
} finally {
  await stop()
}

/** @param {string} url */
async function measureTimeDifferences(url) {
  const { db } = gaffer.services
  const known = Array.from({ length: numberCount }, (_, one) => buildPhoneNumber(one))
  const unknown = Array.from({ length: numberCount }, (_, one) => buildPhoneNumber(numberCount + one))
  for (const number of known) await db`insert into users (id, phone) values (${randomUUID()}, ${number})`
  for (let index = 0; index < warmUpRequests; index += 1)
    await timeFailedSignIn(url, buildPhoneNumber(2 * numberCount + index))
  await db`delete from outgoing_messages where purpose = 'sign-in code'`

  /** @type {Record<'known' | 'unknown', { sendCode: number, verifyCode: number }[]>} */
  const times = { known: [], unknown: [] }
  for (let index = 0; index < numberCount; index += 1) {
    // In random order, so that the order does not affect the result.
    const pair = /** @type {const} */ ([
      ['known', known[index]],
      ['unknown', unknown[index]],
    ])
    for (const [kind, number] of randomInt(2) ? pair : pair.toReversed()) {
      times[kind].push(await timeFailedSignIn(url, number ?? ''))
    }
  }
  for (const call of /** @type {const} */ (['sendCode', 'verifyCode'])) {
    const [a, b] = [median(times.known.map((one) => one[call])), median(times.unknown.map((one) => one[call]))]
    const difference = Math.abs(a - b)
    const value = `${a.toFixed(2)} ms with an account, ${b.toFixed(2)} ms without, limit of the difference ${limitMs} ms`
    report(call === 'sendCode' ? 'send-code' : 'verify-code', value, { ratio: difference / limitMs, atMost: 1 })
  }
}

/** Times a request for a code, and the verification of a wrong one. @param {string} url @param {string} number */
async function timeFailedSignIn(url, number) {
  const sent = await timeRequest(`${url}/auth/phone/send-code`, { phone: number }, '')
  if (sent.status !== 202) throw new Error(`send-code answered ${sent.status}`)
  await sleep(pauseMs)
  const verified = await timeRequest(`${url}/auth/phone/verify-code`, { phone: number, code: '000000' }, sent.cookie)
  if (verified.status === 200) throw new Error('The random code was right by chance. Run the benchmark again.')
  await sleep(pauseMs)
  return { sendCode: sent.milliseconds, verifyCode: verified.milliseconds }
}

/** @param {string} address @param {object} body @param {string} cookie */
async function timeRequest(address, body, cookie) {
  const headers = { 'content-type': 'application/json', cookie }
  const began = performance.now()
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.text()
  const milliseconds = performance.now() - began
  return { milliseconds, status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** A number of Ofcom's drama range, which is never assigned. @param {number} one */
function buildPhoneNumber(one) {
  return `+447700900${String(one).padStart(3, '0')}`
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
