import { limits } from '@gaffer/domain/shared/limits'

export const seriesMessages = {
  repeatEndsBefore: 'The series ends before it starts',
  repeatTooFar: `A series can last ${limits.seriesMonths} months at most`,
  seriesTooLong: `A series can have ${limits.seriesDates} dates at most`,
  skipNotInSeries: 'This date is not one of the series',
  everyDateSkipped: 'Keep at least one date',
  typeCannotRepeat: 'Only practices, rehearsals, meetings and other events can repeat',
  timeDoesNotExistOn: (date: string) => `On ${date} that time does not exist: the clocks go forward that night`,

  seriesAdded: (count: number) => (count === 1 ? '1 event added' : `${count} events added`),
  seriesChanged: (count: number) => (count === 1 ? '1 event changed' : `${count} events changed`),
  /** `dates` are the kept dates, already joined into one text. */
  seriesKept: (dates: string) => `Edited by hand, so kept as they are: ${dates}`,
  seriesDeleted: (count: number) => (count === 1 ? '1 event deleted' : `${count} events deleted`),
  oneOfSeries: 'One of a series',
  editedByHand: 'Edited by hand: later changes to the series leave it alone',
  seriesUntilInvalid: 'Choose the last date of the series',
  clashesAfterTime: 'Clashes are shown once you choose a time, or that it is all day.',
  seriesClashes: (clashing: number, all: number) =>
    `${clashing} of ${all} dates ${clashing === 1 ? 'clashes' : 'clash'}`,
  seriesScope: 'Change the later dates too?',
  seriesScopeHint: 'Past dates and dates that were edited by hand stay as they are.',
} as const
