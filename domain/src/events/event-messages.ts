// Texts about events, answers and days away.

import { formatCount } from '@gaffer/domain/shared/format-count'
import { limits } from '@gaffer/domain/shared/limits'

export const eventMessages = {
  privateGigs: 'For a private gig, such as a wedding, turn on Gig in Manage Band.',
  // Events
  venueRequired: 'Venue is required for public events',
  locationRequired: 'Location is required for private events',
  eventTypeNotAllowed: 'This band does not use that event type',
  notPublicType: 'Only public gigs and festivals can be public',
  endBeforeStart: 'The end date is before the start date',
  eventTooLong: 'An event can last a year at most',
  endWithoutStart: 'Please add a start time',
  timeDoesNotExist: 'That time does not exist: the clocks go forward that night',
  unavailableNotBand: 'Band events belong to a band',
  bandEventElsewhere: 'Only days away can be added without a band',
  awayStaysAway: 'A band event cannot be turned into days away, or the other way round. Please add a new one instead.',
  notYourMembership: 'You can only act as yourself',
  bandEventsFull: `A band can have up to ${formatCount(limits.eventsPerBand)} events. Delete some old ones first.`,
  daysAwayFull: `You can have up to ${formatCount(limits.daysAwayPerPerson)} entries for days away. Delete some old ones first.`,
  rangeBackwards: 'The end of the range is before its start',
  rangeTooLong: 'Choose at most 400 days',
  eventCreated: 'Event created successfully',
  eventUpdated: 'Event updated successfully',
  affectedEventsDeleted: 'Event deleted successfully',
  eventNotCreated: 'Failed to create event',
  eventNotUpdated: 'Failed to update event',
  eventNotDeleted: 'Failed to delete event',
  eventDeletedToast: { title: 'Event deleted', text: 'The event has been removed from your calendar' },
  calendarEventNotDeleted: { title: 'Error deleting event', text: 'Please try again' },
  eventRestored: 'Event restored',
  eventNotRestored: 'Failed to restore event',
  /** How to restore what was deleted, without the Undo of the toast. */
  restoreInActivity: 'Open Manage Band, Members, to restore it from the activity',
  partlyRestored: (restored: number, of: number) => `${restored} of ${of} were restored.`,
  restoredCount: (kind: 'event' | 'daysAway' | 'song' | 'setlist', count: number) =>
    `${count} ${{ event: 'events', daysAway: 'entries', song: 'songs', setlist: 'set lists' }[kind]}`,
  eventAbsent: {
    title: 'That event is not in your calendar',
    text: 'It may have been deleted, or it belongs to a band that you are not in.',
  },
  onlyDaysAwayCancel: 'Only days away can cancel other events',
  affectedEventsNotChecked: 'Not saved yet. Gaffer could not check what else is on those days.',
  affectedEventsChanged: 'One of those events was changed or deleted in the meantime. Please save again.',
  confirmDeleteEvent: 'Are you sure you want to delete this event?',
  onlyOwnerEdits: (member: string) => `Only ${member} can edit this unavailability`,
  confirmCancelEvent: (event: string, date: string) => `Cancel ${event} on ${date}?`,

  // Event status and options
  eventStatusUnknown: 'Choose confirmed, pencilled or cancelled',
  replyByTooLate: 'Ask for answers before the event, not after it',
  optionDatesCount: `Choose ${limits.fewestOptions} to ${limits.mostOptions} dates`,
  optionDatesTwice: 'Choose each date once',
  optionDatePast: 'Choose dates from today on',
  optionAnswersCount: `Answer 1 to ${limits.mostOptions} dates`,
  optionAnsweredTwice: 'Answer each date once',
  optionOfOtherGroup: 'This date is not an option of the enquiry',
  optionsLastOneDay: 'An option lasts one day',
  optionsNotAway: 'Days away have no options',
  optionConfirmed: (date: string) => `The band has already confirmed ${date}. Cancel that date first.`,

  confirmationNotLast: 'The event was changed after it was confirmed. Change it back by hand.',
  confirmationUndone: 'Pencilled again',
  optionsReopened: 'The options that were cancelled with it will be pencilled again.',
  optionsKept: (dates: string) => `Changed in the meantime, so kept as they are: ${dates}`,

  eventConfirmed: 'Event confirmed',
  eventPencilled: 'Event pencilled',
  eventCancelled: 'Event cancelled',
  eventStatusNotChanged: 'Failed to change the event',
  askCancelEvent: (event: string) => `Cancel ${event}?`,
  cancellingTells: 'Everybody who can see it will be told.',
  askConfirmOption: (event: string, date: string) => `Confirm ${event} on ${date}?`,
  confirmingCancels: (others: number) =>
    others === 1 ? 'The other option will be cancelled.' : `The other ${others} options will be cancelled.`,
  optionOf: (number: number, count: number) => `Option ${number} of ${count}`,
  eventPageAbsent: {
    title: 'This event is not here any more',
    text: 'It may have been deleted. Your band can restore it for 30 days.',
  },
  eventPageNotMember: {
    title: 'You are not in this band',
    text: 'You have left it, or this link is for another account.',
  },

  optionsPencilled: (count: number) => `${count} dates pencilled`,

  // Days away
  monthUnreal: 'Choose a real month',
  daysAwayHint: 'Tap or drag the days when you are away.',
  daysAwayInTheWay: 'These are on the days that you painted. They stay on unless you cancel them.',
  daysAwayFailed: 'Failed to save your days away',
  daysAwayRestored: 'Days away restored',
  daysAwayNotRestored: 'Failed to restore days away',
  daysAwayPartlySaved: (saved: number, of: number) =>
    `${saved} of ${of} changes were saved. Check the days and save again.`,
  monthUnsaid: (month: string) => `Nothing for ${month} from you yet`,
  monthUnsaidBy: (names: string, count: number, month: string) =>
    `${names} ${count === 1 ? "hasn't" : "haven't"} said anything about ${month} yet`,
  monthFree: (month: string) => `You can do all of ${month}`,
  monthFreeFailed: 'Failed to save your answer',
  monthFreeNotUndone: 'Failed to undo your answer',

  // Answers
  answerUnknown: 'Answer yes, maybe or no',
  answerOfOther: 'Only admins and owners can answer for others',
  answerCancelled: 'This event is cancelled',
  answerOver: 'This event is over',
  linkDead: 'This link is no longer valid',
  nudgeTooSoon: 'Everybody was reminded less than 12 hours ago',
  answerNotSaved: 'Your answer was not saved',
  answerForNotSaved: (member: string) => `The answer of ${member} was not saved`,
  movedFrom: (what: string) => `Moved from ${what}`,
  stillWaitingForAnswer: (count: number) =>
    count === 0 ? 'Nothing is waiting for your answer' : `${count} still waiting for your answer`,
  answerBeforeChange: 'You answered before the change. Is it still right?',
  daysMarkedAway: 'You marked these days as away. Change that too?',
  daysFreed: (dates: string) => `You would be free on ${dates}.`,
  stillAway: (dates: string) => `Still away: ${dates}`,
  awayNoMore: 'Not away any more',
  daysAwayChanged: 'Your days away are changed',
  daysAwayNotChanged: 'Failed to change your days away',
  daysAwayPartlyChanged: (saved: number, of: number) => `${saved} of ${of} changes were saved.`,
  membersReminded: (count: number) => (count === 1 ? '1 member reminded' : `${count} members reminded`),
  membersNotReminded: 'Nobody was reminded',
  answersNotRead: 'Failed to fetch the answers',
  historyNotRead: 'Failed to fetch the history',
  askTakeBack: (member: string) => `Take back this change by ${member}?`,
  changeTakenBack: 'Change taken back',
  changeNotTakenBack: 'Failed to take the change back',
} as const
