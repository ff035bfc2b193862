import { formatCount } from '@gaffer/domain/shared/format-count'
import { limits } from '@gaffer/domain/shared/limits'

export const busyCalendarMessages = {
  calendarAddressRequired: 'Please enter the address of your calendar',
  calendarAddressInvalid: 'This is not the address of a calendar. It begins with https:// or webcal://',
  calendarNameRequired: 'Please enter a name for this calendar',
  calendarsTooMany: `You can connect up to ${limits.busyCalendarsPerPerson} calendars. Remove one first.`,
  calendarEntriesSkipped: (count: number) =>
    count === 1
      ? '1 entry could not be read. Your bands do not see when it makes you busy.'
      : `${count} entries could not be read. Your bands do not see when they make you busy.`,
  calendarsBusy: 'Gaffer is reading a lot of calendars. Please try again in a moment.',
  calendarChanged: 'This calendar was changed in the meantime. Please try again.',
  calendarProblems: {
    not_allowed: 'Gaffer cannot use this address. It must begin with https:// and be on the public internet.',
    unreachable: 'There is no answer at this address. Please check it.',
    slow: 'The calendar did not answer in time. Please try again later.',
    redirects: 'This address leads from one place to another without end. Please check it.',
    password: 'This calendar asks for a password. Please use its secret iCal address instead.',
    gone: 'There is no calendar at this address any more. Please copy its address again.',
    refused: 'This address does not give out a calendar. Please check it.',
    busy: 'The service of this calendar has a problem. Please try again later.',
    not_a_calendar:
      'There is no calendar at this address. Please use its secret iCal address, which often ends with .ics',
    too_large: `This calendar is too large: Gaffer reads up to ${formatCount(limits.busyCalendarEntries)} entries and 5 MB.`,
    too_complex: 'This calendar has entries that repeat in a way Gaffer cannot follow.',
    key_changed: 'Please remove this calendar and connect it again.',
  },
  calendarConnected: 'Calendar connected',
  calendarNotConnected: 'Failed to connect calendar',
  calendarNotUpdated: 'Failed to update calendar',
  calendarRemoved: 'Calendar removed',
  calendarNotRemoved: 'Failed to remove calendar',
  calendarRemovalWarning: 'Your bands no longer see when it makes you busy. The calendar itself stays as it is.',
} as const
