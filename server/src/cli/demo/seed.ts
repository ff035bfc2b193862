// Creates the demo in a database without accounts.

import { formatTime, todayInLondon } from '@gaffer/domain/shared/dates'
import { ConfigError } from '#config.ts'
import type { RunningGaffer } from '#start.ts'
import { harbourLightsBand, nightBusesBand } from './band-data.ts'
import {
  createBands,
  hasExistingAccounts,
  isDemoIncomplete,
  signOutDemoMembers,
  type SignedInDemoPerson,
} from './create-bands.ts'
import { addUnreadChanges, fillCalendar, nextPracticeDate } from './calendar.ts'
import { tonightPracticeCutoff } from './calendar-data.ts'
import { addOtherBandsGig, connectExampleCalendar, addDepsWithFilledRequest, fillGigSheet } from './gig.ts'
import { settleAllNotices, backdateHistory, markAllNoticesRead, addVerifiedEmail } from './notices.ts'
import { fillSongsAndSetlists } from './songs.ts'

/**
 * Does nothing if the database has accounts. Returns the lines for the terminal: the phone numbers that sign in. Throws ConfigError if an
 * earlier start was interrupted.
 */
export async function seedDemo(gaffer: RunningGaffer): Promise<string[]> {
  if (gaffer.services.config.production) throw new Error('The demo does not run in production')
  const now = Date.now()
  if (await isDemoIncomplete(gaffer)) {
    throw new ConfigError(
      'DATA_DIR has an incomplete demo, because its first start was interrupted. Delete the folder and start again.',
    )
  }
  const isNew = !(await hasExistingAccounts(gaffer))
  if (isNew) await seed(gaffer, now)
  const numbers = [...nightBusesBand.people, ...harbourLightsBand.people].map(
    ({ phone, firstName, role }) => `  0${phone.slice(3, 7)} ${phone.slice(7)}  ${firstName}, ${role}`,
  )
  return ['These numbers sign in; the codes arrive in the inbox below:', ...numbers, ...(isNew ? lateNote(now) : [])]
}

function lateNote(now: number): string[] {
  const isTonight = nextPracticeDate(now) === todayInLondon(new Date(now))
  return isTonight ? [] : [`It is after ${formatTime(tonightPracticeCutoff)}: the band practises tomorrow evening.`]
}

async function seed(gaffer: RunningGaffer, now: number): Promise<void> {
  const demo = await createBands(gaffer)
  const calendar = await fillCalendar(demo, now)
  const gigPath = await fillGigSheet(demo)
  await addDepsWithFilledRequest(demo, gigPath)
  await fillSongsAndSetlists(demo, calendar, nextPracticeDate(now))
  await addOtherBandsGig(demo)
  await settleAllNotices(demo)
  await markAllNoticesRead(demo)
  await backdateHistory(demo)
  await connectExampleCalendar(demo, demo.people[3] as SignedInDemoPerson)
  await connectExampleCalendar(demo, demo.ros)
  await addVerifiedEmail(demo, demo.ros)
  await addUnreadChanges(demo, calendar)
  await settleAllNotices(demo)
  await signOutDemoMembers(demo)
}
