export const publicPageMessages = {
  slugInvalid: 'Use 3 to 40 letters, digits and single hyphens, such as the-night-buses',
  slugMissing: 'Choose an address before you turn the page on',
  slugReserved: 'Gaffer keeps this address for itself. Please choose another one.',
  slugTaken: 'Another band has this address. Please choose another one.',
  genreMissing: 'Name the genre',
  genreTwice: 'Name each genre once',
  tooManyGenres: 'Name at most 10 genres',
  linkLabelMissing: 'Say what the link leads to',
  linkAddressMissing: 'Enter the address of the link',
  tooManyLinks: 'Show at most 12 links',
  conflict: 'Another member saved the page while you had it open. These differ.',
  ownersOnly: 'Only owners of the band can change its public page',

  // The form of the page
  nameMissing: 'Please tell us your name',
  emailMissing: 'Please enter your email address',
  occasionMissing: 'Please say what it is for',
  datesMissing: 'Please enter at least one date',
  datesTooMany: 'Please enter at most 6 dates',
  datePast: 'Please enter dates that are not over',
  textMissing: 'Please write a few words',
  tooFast: 'That was quick. Please check your words and send them again.',
  formWrong: 'Please look at these again',

  // Enquiries that cannot be sent, confirmed or pencilled
  linkEnded: 'This link has ended',
  enquiriesOff: 'This band takes no enquiries at the moment',
  enquiriesToday: 'This band has had a lot of enquiries today. Please try again tomorrow.',
  enquiriesFull: 'This band has more enquiries than it can answer. Please try again later.',
  pencilledAlready: 'This enquiry is pencilled already',
  noDateLeft: 'All dates of this enquiry are over',
  noGigType: 'Your band does not book gigs. Allow a gig type in the band settings.',

  /** Stored as the location of a pencilled event without a place. The app compares locations with this text, so do not change it. */
  placeUnknown: 'Place not agreed yet',
} as const
