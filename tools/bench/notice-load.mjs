// The requests of members of many bands about answers, notices and connected calendars, for tools/bench/memory.mjs.

import { shorterInCheck } from './benchmark-server.mjs'
import { measureResponsesPerSecond } from './load.mjs'
import { generateDeviceKeys } from './notice-bands.mjs'

const readLoad = { clients: 8, seconds: shorterInCheck(1, 0.05) }
/** Few clients, because writes to one event wait for each other. */
const writeLoad = { clients: 2, seconds: shorterInCheck(3, 0.05) }
const calendarCount = shorterInCheck(40, 1)
const writerCount = shorterInCheck(5, 1)

/** @typedef {import('./many-bands.mjs').FilledMember} Member */

/**
 * Sends answers, edits that make notices, reads, and requests to refresh connected calendars.
 * @param {{ url: string, db: any, members: Member[], pushUrl: string, calendarUrl: string }} load
 */
export async function generateNoticeLoad({ url, db, members, pushUrl, calendarUrl }) {
  const { key, auth } = generateDeviceKeys()
  await db.query(`update push_subscriptions set endpoint = '${pushUrl}/' || id, p256dh = '${key}', auth = '${auth}'`)
  const calendars = await Promise.all(
    members.slice(0, calendarCount).map((one) => connectCalendar(url, one, calendarUrl)),
  )
  for (const one of members.slice(0, writerCount)) {
    const headers = { cookie: `gaffer_session=${one.cookie}` }
    const gig = `${url}/api/bands/${one.bandId}/events/${one.gigId}`
    let turn = 0
    const answer = () => JSON.stringify({ answer: turn++ % 2 === 0 ? 'yes' : 'no' })
    await measureResponsesPerSecond(
      { url: `${gig}/answers/${one.membershipId}`, method: 'PUT', headers, body: answer, status: 200 },
      writeLoad,
    )
    const editLocation = () => JSON.stringify({ location: `Unit ${turn++}` })
    await measureResponsesPerSecond({ url: gig, method: 'PATCH', headers, body: editLocation, status: 200 }, writeLoad)
    for (const path of [
      '/api/me/notices',
      `/api/bands/${one.bandId}/events/${one.practiceId}/brief`,
      `/api/bands/${one.bandId}/setlists/${one.setlistId}`,
      `/api/bands/${one.bandId}/songs`,
    ])
      await measureResponsesPerSecond({ url: url + path, headers, status: 200 }, readLoad)
  }
  for (const { id, headers } of calendars)
    await measureResponsesPerSecond(
      { url: `${url}/api/me/calendars/${id}/refresh`, method: 'POST', headers, body: () => '{}', status: 200 },
      { clients: 2, seconds: shorterInCheck(0.2, 0.01) },
    )
}

/** @param {string} url @param {Member} member @param {string} calendarUrl */
async function connectCalendar(url, { cookie }, calendarUrl) {
  const headers = { cookie: `gaffer_session=${cookie}` }
  const response = await fetch(`${url}/api/me/calendars`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: calendarUrl, name: 'Rota' }),
  })
  if (response.status !== 201) throw new Error(`A calendar got ${response.status} ${await response.text()}`)
  const { id } = await response.json()
  return { id, headers }
}
