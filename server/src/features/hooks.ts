// What later features do within the calls of earlier ones.

import { memberJoined, memberLeft, accessChanged } from './bands/hooks.ts'
import { calendarFailing } from './busy-calendars/hooks.ts'
import { listDepsToBeTold } from './deps/deps-to-be-told.ts'
import { composeDepText } from './deps/compose-text.ts'
import { lockDepsOfEvents, queueTextsAfterChange } from './deps/queue-text.ts'
import { eventChanged, seriesChanged } from './events/hooks.ts'
import { composeInvitation } from './invitations/by-message.ts'
import { composePushes, composers, pushDevicesGone, pushesFailed } from './messages/hooks.ts'
import { composeNotice, composeNoticePushes, mailInsteadOfPush } from './notices/deliveries.ts'
import { deleteGoneSubscriptions } from './notices/delivery-store.ts'
import { composeEmailCode } from './notices/email-service.ts'
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
import { composeSignInCode } from './sign-in/send-code.ts'
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
  composers['sign-in code'].register(composeSignInCode)
  composers['email code'].register(composeEmailCode)
  composers.invitation.register(composeInvitation)
  composers['dep text'].register(composeDepText)
  composers.notice.register(composeNotice)
  composePushes.register(composeNoticePushes)
  pushDevicesGone.register(deleteGoneSubscriptions)
  pushesFailed.register(mailInsteadOfPush)
}
