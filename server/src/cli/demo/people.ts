// The demo's accounts. They change data by calls of the API, as members do.

import { randomUUIDv7 } from 'node:crypto'
import { insertUser } from '#features/sign-in/user-store.ts'
import { beginSession } from '#features/sign-in/sessions.ts'
import { cookieNameFor } from '#http/pipeline/cookies.ts'
import { pieceContentType, tusVersion } from '#http/pipeline/tus-body.ts'
import { hasRow, sql } from '#platform/db/statement.ts'
import type { RunningGaffer } from '#start.ts'

export type DemoPerson = { firstName: string; lastName: string; phone: string; instrument: string; hometown: string }

/** The first names are the display names in the demo's band files. The phone numbers are from Ofcom's drama range. */
export const demoPeople: readonly DemoPerson[] = [
  { firstName: 'Ros', lastName: 'Calder', phone: '+447700900101', instrument: 'vocals', hometown: 'Leeds' },
  { firstName: 'Mags', lastName: 'Devlin', phone: '+447700900102', instrument: 'guitar', hometown: 'Otley' },
  { firstName: 'Kit', lastName: 'Olu', phone: '+447700900103', instrument: 'bass', hometown: 'Bradford' },
  { firstName: 'Danny', lastName: 'Firth', phone: '+447700900104', instrument: 'drums', hometown: 'Leeds' },
  { firstName: 'Priya', lastName: 'Nair', phone: '+447700900105', instrument: 'keyboard', hometown: 'York' },
  { firstName: 'Alma', lastName: 'Reyes', phone: '+447700900106', instrument: 'vocals', hometown: 'Whitby' },
]

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A demo person with a session. The calls throw if the response is an error. */
export type SignedInDemoPerson<Person = DemoPerson> = Person & {
  userId: string
  call<T>(method: Method, path: string, body?: object): Promise<T>
  /** Uploads a file of at most one piece; resolves to the id of the upload. */
  upload(bandId: string, file: DemoFile): Promise<string>
}
export type DemoFile = { filename: string; purpose: 'chart' | 'recording'; bytes: Uint8Array }

const userAgent = 'Gaffer demo'

const hasUser = hasRow(sql`select from users limit 1`)
const hasSessionOfDemo = hasRow(sql<{ userAgent: string }>`select from sessions where user_agent = $userAgent limit 1`)

export function hasAccounts({ services }: RunningGaffer): Promise<boolean> {
  return hasUser(services.db, {})
}

/** Whether an earlier start was interrupted while it created the demo: sessions of the demo's members are then left. */
export function isDemoIncomplete({ services }: RunningGaffer): Promise<boolean> {
  return hasSessionOfDemo(services.db, { userAgent })
}

/** Creates an account with a complete profile and a session. */
export async function signUpDemoPerson<Person extends DemoPerson>(
  { app, services }: RunningGaffer,
  details: Person,
): Promise<SignedInDemoPerson<Person>> {
  const { id: userId } = await insertUser(services.db, { id: randomUUIDv7(), phone: details.phone })
  const { token } = await services.db.transaction((tx) => beginSession(tx, userId, { secrets: {}, userAgent }))
  const cookie = `${cookieNameFor(services.config.publicUrl, 'session')}=${token}`
  async function send(method: Method, path: string, payload?: object, headers: Record<string, string> = {}) {
    const reply = await app.inject({ method, url: path, headers: { cookie, ...headers }, ...(payload && { payload }) })
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${reply.body}`)
    return reply
  }
  const person: SignedInDemoPerson<Person> = {
    ...details,
    userId,
    async call<T>(method: Method, path: string, body?: object) {
      const reply = await send(method, path, body)
      return (reply.body ? reply.json() : null) as T
    },
    async upload(bandId, { filename, purpose, bytes }) {
      const encode = (text: string) => Buffer.from(text).toString('base64')
      const { headers } = await send('POST', `/api/bands/${bandId}/uploads`, Buffer.from(bytes), {
        'tus-resumable': tusVersion,
        'content-type': pieceContentType,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${encode(filename)},purpose ${encode(purpose)}`,
      })
      return String(headers.location).split('/').at(-1) as string
    },
  }
  const { firstName, lastName, hometown, instrument } = details
  await person.call('PUT', '/api/me', { firstName, lastName, displayName: firstName, hometown, instrument })
  return person
}

/** Does nothing if the fake calendar service is not running. */
export async function connectExampleCalendar(
  { exampleCalendarUrl: url }: RunningGaffer,
  person: SignedInDemoPerson,
): Promise<void> {
  if (url) await person.call('POST', '/api/me/calendars', { url, name: 'Work', countAllDay: true })
}
