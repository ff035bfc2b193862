// Registers the handlers of all hooks. With a hook a feature runs code of other features that it must not import.

import { answeredNo } from './answers/hooks.ts'
import { bandEnding, memberJoined, memberLeft, accessChanged } from './bands/hooks.ts'
import { calendarFailing } from './busy-calendars/hooks.ts'
import { deleteDeletedChart } from './charts/store.ts'
import { queueTextsBeforeBandDeletion } from './deps/service.ts'
import { listDepsToText } from './deps/deps-to-text.ts'
import { composeDepText } from './deps/compose-text.ts'
import { lockEventsForDepWrites, queueTextsAfterChange } from './deps/queue-text.ts'
import { eventChanged, seriesChanged } from './events/hooks.ts'
import { composeInvitation } from './invitations/by-message.ts'
import { keepNameInLedger } from './money/people.ts'
import { composePushes, composers, pushDevicesGone, pushesFailed } from './messages/hooks.ts'
import { composeNotice, composeNoticePushes, queueMailsForFailedPushes } from './notices/deliveries.ts'
import { deleteGoneSubscriptions } from './notices/delivery-store.ts'
import { composeEmailCode } from './notices/email-service.ts'
import { composeReport } from './notes/reports.ts'
import { readThreadFacts } from './notes/thread-facts.ts'
import { changesSettled, changesSettling, threadFactsOfCause, outsidersToNotify } from './notices/hooks.ts'
import { updateLiftsAfterNo } from './lifts/service.ts'
import { notifyRidersOfDeparture, notifyDriversAndRidersOfLoadIn } from './lifts/lift-news.ts'
import { deleteForGood } from './files/hooks.ts'
import { gigSheetSaved } from './gig-sheets/hooks.ts'
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
import { composeEnquiryMail } from './public-page/enquiry-mail.ts'
import { deleteDeletedRecording } from './recordings/store.ts'
import { sessionBegan } from './sign-in/hooks.ts'
import { composeSignInCode } from './sign-in/send-code.ts'
import { songAdded } from './songs/hooks.ts'

/** The server and each command of the operator call this function once, before they call a feature. */
export function registerHooks(): void {
  memberJoined.register(queueMemberJoined)
  memberLeft.register(queueMemberLeft)
  memberLeft.register(keepNameInLedger)
  memberLeft.register(notifyRidersOfDeparture)
  answeredNo.register(updateLiftsAfterNo)
  bandEnding.register(queueTextsBeforeBandDeletion)
  gigSheetSaved.register(notifyDriversAndRidersOfLoadIn)
  accessChanged.register(queueAccessChanged)
  sessionBegan.register(keepPushSubscriptions)
  calendarFailing.register(queueCalendarFailing)
  deleteForGood.register(deleteDeletedChart)
  deleteForGood.register(deleteDeletedRecording)
  songAdded.register(queueSongAdded)
  eventChanged.register(queueEventChange)
  seriesChanged.register(queueSeriesChange)
  changesSettling.register(lockEventsForDepWrites)
  changesSettled.register(queueTextsAfterChange)
  outsidersToNotify.register(listDepsToText)
  threadFactsOfCause.register(readThreadFacts)
  composers['sign-in code'].register(composeSignInCode)
  composers['email code'].register(composeEmailCode)
  composers.invitation.register(composeInvitation)
  composers['dep text'].register(composeDepText)
  composers.notice.register(composeNotice)
  composers.report.register(composeReport)
  composers.enquiry.register(composeEnquiryMail)
  composePushes.register(composeNoticePushes)
  pushDevicesGone.register(deleteGoneSubscriptions)
  pushesFailed.register(queueMailsForFailedPushes)
}
