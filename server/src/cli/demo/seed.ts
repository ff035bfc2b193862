// Creates the demo in a database without accounts.

import { addDays, formatTime, londonWallClock } from '@gaffer/domain/shared/dates'
import { ConfigError } from '#config.ts'
import type { RunningGaffer } from '#start.ts'
import { loadDemoBand, readDemoFile } from './bands.ts'
import { addCharts } from './charts.ts'
import { addAndRemoveSong, addDaysAway, addRecentChanges, turnPublicPageOn } from './band-additions.ts'
import { addRecording } from './recording.ts'
import { addVerifiedEmail, backdateHistory, markAllNoticesRead, settleAllNotices } from './notices.ts'
import {
  connectExampleCalendar,
  demoPeople,
  hasAccounts,
  isDemoIncomplete,
  signUpDemoPerson,
  type SignedInDemoPerson,
} from './people.ts'

/** After this time of day the next practice is tomorrow. */
const tonightPracticeCutoff = '20:30'

/** The evening of the next practice: tonight, or tomorrow if the demo is created late in the evening. */
export function computeNextPracticeDate(now: Date): string {
  const { date, time } = londonWallClock(now.getTime())
  return time < tonightPracticeCutoff ? date : addDays(date, 1)
}

/**
 * Creates the demo unless the database has accounts. Returns the lines for the terminal: the phone numbers that sign in. Throws
 * ConfigError if an earlier start was interrupted.
 */
export async function seedDemo(gaffer: RunningGaffer): Promise<string[]> {
  const { config, clock } = gaffer.services
  if (config.isProduction) throw new Error('The demo does not run in production')
  const now = clock.now()
  if (await isDemoIncomplete(gaffer)) {
    throw new ConfigError(
      'DATA_DIR has an incomplete demo, because its first start was interrupted. Delete the folder and start again.',
    )
  }
  const day = computeNextPracticeDate(now)
  const isNew = !(await hasAccounts(gaffer))
  if (isNew) await seed(gaffer, day)
  const roles = new Map<string, string>()
  for (const name of ['harbour-lights', 'night-buses'] as const)
    for (const { displayName, role } of readDemoFile(name, day).members ?? []) roles.set(displayName, role)
  const numbers = demoPeople.map(
    ({ phone, firstName }) => `  0${phone.slice(3, 7)} ${phone.slice(7)}  ${firstName}, ${roles.get(firstName)}`,
  )
  const isTomorrow = day !== londonWallClock(now.getTime()).date
  const lateNote = `It is after ${formatTime(tonightPracticeCutoff)}: the band practises tomorrow evening.`
  return [
    'These numbers sign in; the codes arrive in the inbox below:',
    ...numbers,
    ...(isNew && isTomorrow ? [lateNote] : []),
  ]
}

async function seed(gaffer: RunningGaffer, day: string): Promise<void> {
  const { services } = gaffer
  const people = await Promise.all(demoPeople.map((one) => signUpDemoPerson(gaffer, one)))
  const byName = new Map(people.map((one) => [one.firstName, one]))
  const personOf = (firstName: string): SignedInDemoPerson => {
    const person = byName.get(firstName)
    if (!person) throw new Error(`The demo has no account for ${firstName}`)
    return person
  }
  const band = await loadDemoBand(gaffer, readDemoFile('night-buses', day), personOf)
  await loadDemoBand(gaffer, readDemoFile('harbour-lights', day), personOf)
  const demo = { band, personOf, day }
  await turnPublicPageOn(demo)
  await addDaysAway(demo)
  await addCharts(demo)
  await addAndRemoveSong(demo)
  await addRecording(demo)
  await settleAllNotices(services)
  await markAllNoticesRead(people)
  await backdateHistory(services)
  await connectExampleCalendar(gaffer, personOf('Danny'))
  await connectExampleCalendar(gaffer, personOf('Ros'))
  await addVerifiedEmail(gaffer, personOf('Ros'))
  await addRecentChanges(demo)
  await settleAllNotices(services)
  await Promise.all(people.map((one) => one.call('POST', '/auth/logout')))
}
