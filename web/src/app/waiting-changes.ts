// Registers how each feature shows its changes that wait in the outbox. Part of the outbox's chunks, which load when a change waits.

import { waitingAnswers } from '#features/answers/waiting-answers.ts'
import { waitingEventEdits } from '#features/events/waiting-edits.ts'
import { waitingGigSheets } from '#features/gig-sheets/waiting-sheets.ts'
import { waitingTicks } from '#features/practice/waiting-ticks.ts'
import { waitingSongChanges } from '#features/songs/waiting-song-changes.ts'
import { registerWaitingChanges } from '#offline/show-waiting.ts'

registerWaitingChanges({
  ...waitingSongChanges,
  ...waitingEventEdits,
  ...waitingAnswers,
  ...waitingGigSheets,
  ...waitingTicks,
})
