export const optionMessages = {
  pageAbsent: {
    title: 'These dates are not here any more',
    text: 'They may have been deleted. Your band can restore them for 30 days.',
  },
  notRead: 'Failed to fetch the dates',
  answersNotSaved: 'Your answers were not saved',
  whichDates: 'Which dates can you do?',
  oneOfDates: (count: number) => `One of ${count} dates`,
  datesToAnswer: (count: number) => (count === 1 ? '1 date to answer' : `${count} dates to answer`),
  notAnswered: (names: string, count: number) => `${names} ${count === 1 ? 'has' : 'have'} not answered this date yet.`,
  everybodyAnswered: 'Everybody has answered this date.',
  isConfirmed: (date: string) => `${date} is confirmed`,
  bringBack: 'Bring all dates back',
} as const
