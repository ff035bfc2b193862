// Texts about deps that server and client share. Not part of `messages`, which every page downloads.

import { limits } from './limits.ts'

export const depMessages = {
  // Dep book
  nameRequired: 'Please enter a name',
  phoneRequired: 'Please enter a UK mobile number',
  instrumentRequired: 'Please enter an instrument',
  exists: 'Your dep book has this number already',
  bookFull: `Your dep book can have up to ${limits.depsPerBand} deps. Delete one first.`,
  doNotAsk: (name: string) => `${name} does not want to be asked again`,

  // Requests
  depsRequired: 'Choose at least one dep',
  tooManyDeps: `Choose ${limits.depsPerRequest} deps at most`,
  depTwice: 'Choose each dep once',
  depUnknown: 'Choose deps from your dep book',
  memberUnknown: 'Choose a member of the band',
  waitInvalid: 'Choose a wait from 1 minute to 3 days',
  notForType: 'Only gigs and festivals can have a dep',
  gigOver: 'This gig has already started',
  gigCancelled: 'This gig is cancelled',
  askedAlready: (name: string) => `${name} is already on the list for this gig`,
  tooManyRequests: 'Deps were asked too often for this gig',
  tooManyTextsFromYou: 'You have sent a lot of texts. Please wait before asking more.',
  tooManyTextsFromHere: 'A lot of texts were sent from your network. Please wait before asking more.',
  tooManyTextsOfBand: 'Your band has sent a lot of texts to deps. Please wait before asking more.',
  tooManyTextsToThem: (name: string) => `${name} has had a lot of texts today. Please try again tomorrow.`,
  textsUsedUp: 'Gaffer cannot send more texts today. Please call your deps instead.',

  // The page of a dep's link
  linkDead: 'This link no longer works',
  answerUnknown: 'Answer yes, no or never',
  covered: 'Thanks, it’s covered',
  withdrawn: 'Thanks, no dep is needed any more',
  started: 'This gig has started',
  askedAgain: 'The gig has changed. Can you still play?',
  deleteSelf: 'Delete me from this dep book',
  deleteSelfWarning: (band: string) =>
    `${band} will no longer have your name and number. If you are playing, they will be asked to find somebody else.`,
  deleted: 'You are deleted from their dep book',
  /** By `DepLinkState`. */
  linkTitles: {
    asked: 'Can you play?',
    yes: 'You’re playing. Thank you!',
    no: 'You said No. Thanks for answering!',
    never: 'You will not be asked by this band again',
    covered: 'Thanks, it’s covered',
    withdrawn: 'Thanks, no dep is needed any more',
    released: 'Thanks, you are no longer needed for this gig',
    cancelled: 'This gig is cancelled. Sorry!',
    over: 'This gig has started',
  },

  // The dep book on screen
  bookPurpose: 'Stand-ins for a gig. When a member can’t play, Gaffer asks them by text.',
  bookEmpty: 'No deps yet',
  bookKeepers: 'Admins and owners add them.',
  bookNotRead: 'Failed to fetch the dep book',
  added: 'Added to the dep book',
  changed: 'Dep saved',
  notSaved: 'The dep was not saved',
  deletedDep: 'Dep deleted',
  notDeleted: 'The dep was not deleted',
  askDelete: (name: string) => `Delete ${name}?`,
  deleteWarning:
    'Everything about this dep is deleted, with what they were asked and answered. If they are playing at a gig, the gig needs another dep. This cannot be undone.',

  // Finding a dep, on screen
  cannotPlay: (names: string) => `${names} can’t play.`,
  findPurpose: 'Ask people from your dep book by text. The first Yes plays.',
  findNeedsDeps: 'Your dep book is empty. Add the first dep to ask.',
  oneByOneHint: 'The next one is asked after a No, or when the wait is over.',
  allHint: 'All get a text at once. The first Yes plays, the others read that it is covered.',
  quietHint: 'At night texts wait for the morning, unless the gig starts within 24 hours.',
  requestsNotRead: 'Failed to fetch the requests to deps',
  requestMade: 'Looking for a dep',
  requestNotMade: 'Nobody was asked',
  getText: (names: string, count: number) => `${names} ${count === 1 ? 'gets' : 'get'} a text now.`,
  askWithdraw: 'Stop looking for a dep?',
  withdrawTells: (names: string) => `A text tells ${names} that no dep is needed any more.`,
  withdrawTellsNobody: 'Nobody has been asked yet, so nobody gets a text.',
  requestWithdrawn: 'Request withdrawn',
  askRelease: (name: string) => `Release ${name}?`,
  releaseTells: (name: string) => `A text tells ${name} that they are no longer needed for this gig.`,
  depReleased: (name: string) => `${name} is released`,
  requestNotEnded: 'Nothing was changed',
} as const
