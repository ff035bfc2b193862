// Registers the change appliers of every feature, so that unsent changes are shown on all pages. Part of the outbox's chunks: a page that
// makes changes imports the appliers of its own feature.

import '#features/answers/apply-answers.ts'
import '#features/charts/apply-chart-changes.ts'
import '#features/events/apply-event-edits.ts'
import '#features/gig-sheets/apply-sheet-edits.ts'
import '#features/notes/apply-notes.ts'
import '#features/lifts/apply-lifts.ts'
import '#features/played/apply-played.ts'
import '#features/notices/apply-notice-settings.ts'
import '#features/practice/apply-ticks.ts'
import '#features/recordings/apply-marks.ts'
import '#features/songs/apply-song-changes.ts'
