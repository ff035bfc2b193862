// What later features do within the calls of earlier ones.

import { memberJoined, memberLeft, accessChanged } from './bands/hooks.ts'
import { calendarFailing } from './busy-calendars/hooks.ts'
import { listDepsToBeTold } from './deps/deps-to-be-told.ts'
import { lockDepsOfEvents, queueTextsAfterChange } from './deps/queue-text.ts'
import {
  eventAdded,
  eventChangedOrDeleted,
  eventRestored,
  seriesAdded,
  seriesChanged,
  seriesDeleted,
} from './events/hooks.ts'
import { changesSettled, changesSettling, personsToBeTold } from './notices/hooks.ts'
import { keepPushSubscriptions } from './notices/push-subscriptions.ts'
import {
  queueAccessChanged,
  queueCalendarFailing,
  queueEventAdded,
  queueEventChangedOrDeleted,
  queueEventRestored,
  queueMemberJoined,
  queueMemberLeft,
  queueSeriesAdded,
  queueSeriesChanged,
  queueSeriesDeleted,
  queueSongAdded,
} from './notices/queue-notices.ts'
import { sessionBegan } from './sign-in/hooks.ts'
import { songAdded } from './songs/hooks.ts'

/** Every program that calls features calls it once, before. */
export function registerHooks(): void {
  memberJoined.register(queueMemberJoined)
  memberLeft.register(queueMemberLeft)
  accessChanged.register(queueAccessChanged)
  sessionBegan.register(keepPushSubscriptions)
  calendarFailing.register(queueCalendarFailing)
  songAdded.register(queueSongAdded)
  eventAdded.register(queueEventAdded)
  eventChangedOrDeleted.register(queueEventChangedOrDeleted)
  eventRestored.register(queueEventRestored)
  seriesAdded.register(queueSeriesAdded)
  seriesChanged.register(queueSeriesChanged)
  seriesDeleted.register(queueSeriesDeleted)
  changesSettling.register(lockDepsOfEvents)
  changesSettled.register(queueTextsAfterChange)
  personsToBeTold.register(listDepsToBeTold)
}
