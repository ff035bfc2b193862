/** Limits of notes, polls and reports. */
export const noteLimits = {
  /** Code points of a note, of a choice of its poll, and of the reason of a report. */
  noteLength: 2000,
  choiceLength: 80,
  reportReasonLength: 500,
  notesPerBand: 20_000,
  notesPerThread: 5000,
  notesPerMinute: 30,
  /** The number of notes on one page of a thread. */
  notesShown: 50,
  mentionsPerNote: 20,
  fewestChoices: 2,
  mostChoices: 6,
  /** Minutes during which the writer can change a note. */
  noteEditMinutes: 15,
  /** New notes of one thread within this many times NOTICE_SETTLE_SECONDS (by default within 10 minutes) make one notice. */
  noteSettlingTimes: 10,
  /** Code points of a note that a notice quotes. */
  quotedNoteLength: 200,
  /** The last second of a recording that a note can stand at. */
  noteSeconds: 86_400,
  reportsPerDay: 10,
} as const
