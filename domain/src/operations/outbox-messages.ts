// Texts about changes that wait to be sent. Not in `messages`, so that only the chunks that show these texts download them.

const countChanges = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

export const outboxMessages = {
  gone: (words: string) => `${words}: it has been deleted, or you are no longer in the band.`,
  refused: (words: string, reason: string) => `${words}: ${reason.replace(/[.!]?$/, '.')}`,
  inPageOnly: {
    title: 'Waiting to send',
    text: 'This device’s storage is full or turned off. Leave Gaffer open until the change is sent.',
  },
  lost: {
    title: 'Changes are gone',
    text: 'The browser deleted changes that were waiting to send. Please check what you changed without a connection.',
  },
  notRead: {
    title: 'Changes cannot be read',
    text: 'There are changes waiting to send, but the browser does not open its storage. Reload the page to try again.',
  },
  askSendOld: (count: number) => `Send ${count === 1 ? 'a change' : `${count} changes`} from over 30 days ago?`,
  askSignOut: (count: number) => `${countChanges(count)} not sent yet`,
  signOutLoses: 'Signing out deletes what is waiting to send on this device.',
  overtaken: (event: string) => `${event} was changed in the meantime`,
  sheetOvertaken: 'The gig sheet was changed in the meantime',
  playedOvertaken: 'What was played was changed in the meantime',
  whileOffline: 'while you had no connection',

  // Descriptions of waiting changes
  answerTo: (event: string) => `Your answer to ${event}`,
  answerForOther: (event: string) => `The answer to ${event} that you gave for another member`,
  liftTo: (event: string) => `Your lift to ${event}`,
  liftForOther: (event: string) => `The lift to ${event} that you set for another member`,
  noteOn: (subject: string) => `Your note on ${subject}`,
  voteOn: (subject: string) => `Your vote on ${subject}`,
  chartNamed: (chart: string) => `Your chart ${chart}`,
  marksIn: (recording: string) => `Your marks in ${recording}`,
  readinessFor: (song: string) => `Your readiness for ${song}`,
  vetoOn: (song: string) => `Your veto of ${song}`,
  notesOn: (song: string) => `Your notes on ${song}`,
  practisedAt: (event: string) => `What was practised at ${event}`,
  sheetOf: (event: string) => `Your changes to the gig sheet of ${event}`,
  playedAt: (event: string) => `What was played at ${event}`,
  noticeSettings: 'Your notice settings',
  markupOn: (chart: string) => `Your markings on ${chart}`,
  editOf: (event: string) => `Your changes to ${event}`,
} as const
