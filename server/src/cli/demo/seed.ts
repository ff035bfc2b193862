// Creates the demo in a database without accounts.

import { displayTime, todayInLondon } from '@gaffer/domain/dates'
import { ConfigError } from '#config.ts'
import type { RunningGaffer } from '#start.ts'
import { harbourLights, nightBuses } from './band.ts'
import { createBands, hasAccounts, isIncomplete, signOut, type Person } from './bands.ts'
import { addNews, fillCalendar, nextPracticeDate } from './calendar.ts'
import { latestStart } from './calendar-data.ts'
import { addOtherBandsGig, connectCalendar, fillDeps, fillGigSheet } from './gig.ts'
import { makeNotices, moveToPast, readNotices, verifyEmail } from './notices.ts'
import { fillSongs } from './songs.ts'

/**
 * Does nothing if the database has accounts. Returns the lines for the terminal: the phone numbers that sign in. Throws ConfigError if an
 * earlier start was interrupted.
 */
export async function seedDemo(gaffer: RunningGaffer): Promise<string[]> {
  if (gaffer.deps.config.production) throw new Error('The demo does not run in production')
  const now = Date.now()
  if (await isIncomplete(gaffer)) {
    throw new ConfigError(
      'DATA_DIR has an incomplete demo, because its first start was interrupted. Delete the folder and start again.',
    )
  }
  const isNew = !(await hasAccounts(gaffer))
  if (isNew) await seed(gaffer, now)
  const numbers = [...nightBuses.people, ...harbourLights.people].map(
    ({ phone, firstName, role }) => `  0${phone.slice(3, 7)} ${phone.slice(7)}  ${firstName}, ${role}`,
  )
  return ['These numbers sign in; the codes arrive in the inbox below:', ...numbers, ...(isNew ? lateNote(now) : [])]
}

function lateNote(now: number): string[] {
  const isTonight = nextPracticeDate(now) === todayInLondon(new Date(now))
  return isTonight ? [] : [`It is after ${displayTime(latestStart)}: the band practises tomorrow evening.`]
}

async function seed(gaffer: RunningGaffer, now: number): Promise<void> {
  const demo = await createBands(gaffer)
  const calendar = await fillCalendar(demo, now)
  const gigPath = await fillGigSheet(demo)
  await fillDeps(demo, gigPath)
  await fillSongs(demo, calendar, nextPracticeDate(now))
  await addOtherBandsGig(demo)
  await makeNotices(demo)
  await readNotices(demo)
  await moveToPast(demo)
  await connectCalendar(demo, demo.people[3] as Person)
  await connectCalendar(demo, demo.ros)
  await verifyEmail(demo, demo.ros)
  await addNews(demo, calendar)
  await makeNotices(demo)
  await signOut(demo)
}
