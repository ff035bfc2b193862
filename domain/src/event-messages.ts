// The messages of the page of an event: its status, its answers and its history.

export const eventMessages = {
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
  answerNotSaved: 'Your answer was not saved',
  answerForNotSaved: (member: string) => `The answer of ${member} was not saved`,
  answerBeforeChange: 'You answered before the change. Is it still right?',
  daysMarkedAway: 'You marked these days as away. Change that too?',
  daysFreed: (dates: string) => `You would be free on ${dates}.`,
  stillAway: (dates: string) => `Still away: ${dates}`,
  awayNoMore: 'Not away any more',
  daysAwayChanged: 'Your days away are changed',
  daysAwayNotChanged: 'Failed to change your days away',
  membersReminded: (count: number) => (count === 1 ? '1 member reminded' : `${count} members reminded`),
  membersNotReminded: 'Nobody was reminded',
  answersNotRead: 'Failed to fetch the answers',
  historyNotRead: 'Failed to fetch the history',
} as const
