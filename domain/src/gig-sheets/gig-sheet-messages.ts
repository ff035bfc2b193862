import { limits } from '@gaffer/domain/shared/limits'

export const gigSheetMessages = {
  noGigSheet: 'Only gigs and festivals have a gig sheet',
  gigSheetEmpty: 'No gig sheet yet',
  gigSheetPurpose:
    'Address, running times, contact and fee in one place, for the whole band, and by link for everyone else.',
  gigSheetNotRead: 'Failed to fetch the gig sheet',
  gigSheetSaved: 'Gig sheet saved',
  gigSheetNotSaved: 'The gig sheet was not saved',
  gigSavedWithoutSheet: 'The gig is saved, its gig sheet is not',
  gigSheetKept: 'Open the gig to find what you typed',
  gigSheetWaits: { title: 'Waiting to send', text: 'It is sent when you are back online.' },
  gigSheetConflict: (who: string | null, since: string) =>
    `${who ?? 'Another member'} saved this gig sheet ${since}. These differ. Everything else stays as they left it.`,
  gigSheetSameEdit: (who: string | null, since: string) =>
    `${who ?? 'Another member'} saved this gig sheet ${since}, and made the same changes as you.`,
  gigSheetShareText:
    'Anyone with the link can see the gig sheet and the set list, without an account. It shows no members.',
  gigSheetLinkEnds: (day: string) => `The link works until ${day}. After that you can renew it here.`,
  gigSheetShareNotRead: 'Failed to fetch the link',
  gigSheetNotShared: 'The link was not made',
  gigSheetShareNotChanged: 'What the link shows was not changed',
  gigSheetRevoked: 'The link no longer works',
  gigSheetNotRevoked: 'The link was not revoked',
  confirmRevokeGigSheet: 'Everyone who has the link will find nothing there. You can make a new one at any time.',
  sheetLinkGone: { title: 'This link no longer works', text: 'Ask the band for a new one.' },
  sharedSheetNotRead: 'The gig sheet could not be loaded.',
  lastTimeHere: (day: string, fee: string | null) =>
    `The last gig here was on ${day}.${fee ? ` The last fee was ${fee}.` : ''}`,
  runningTimeLabelRequired: 'Say what happens at that time',
  runningTimesTooMany: `A gig sheet can have ${limits.runningTimes} times at most`,
  feeInvalid: 'Choose a fee from £0 to £1,000,000',
  feeTyped: 'Write an amount such as 250 or 99.50',
} as const
