// What later features do within the calls of earlier ones.

import { memberJoined, memberLeft, accessChanged } from './bands/hooks.ts'
import { calendarFailing } from './busy-calendars/hooks.ts'
import { listDepsToBeTold } from './deps/deps-to-be-told.ts'
import { lockDepsOfEvents, queueTextsAfterChange } from './deps/queue-text.ts'
import { eventChanged, seriesChanged } from './events/hooks.ts'
import { changesSettled, changesSettling, personsToBeTold } from './notices/hooks.ts'
import { keepPushSubscriptions } from './notices/push-subscriptions.ts'
import {
  queueAccessChanged,
  queueCalendarFailing,
  queueEventChange,
  queueMemberJoined,
  queueMemberLeft,
  queueSeriesChange,
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
  eventChanged.register(queueEventChange)
  seriesChanged.register(queueSeriesChange)
  changesSettling.register(lockDepsOfEvents)
  changesSettled.register(queueTextsAfterChange)
  personsToBeTold.register(listDepsToBeTold)
}
