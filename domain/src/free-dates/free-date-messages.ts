import { limits } from '@gaffer/domain/shared/limits'

export const freeDateMessages = {
  weekdaysInvalid: 'Choose weekdays from 1 (Monday) to 7 (Sunday)',
  membersInvalid: 'Choose members of the band',
  chooseWeekday: 'Choose at least one weekday',
  chooseMember: 'Choose at least one member',
  findDateHint: 'See when everybody is free, over all their bands and calendars.',
  freeDateGroups: {
    free: 'Everybody is free',
    unsaid: 'Not heard from everybody',
    oneMissing: 'One is missing',
    moreMissing: 'Two or more are missing',
    booked: 'Something is on already',
  },
  alreadyBooked: 'Already booked here',
  /** `events` are their names, already joined into one text. */
  pencilledHere: (events: string) => `Pencilled here: ${events}`,
  tapDates: 'Tap the dates that you like',
  fewerDates: `Choose up to ${limits.mostOptions} dates`,
  noDateSuitsEverybody: 'No date suits everybody. Try other weekdays, more months or fewer members.',
} as const
