// Texts for members that several features share. A pair is a toast's title and text. The product owner decides the wording.

export type ToastText = { title: string; text?: string }

export const messages = {
  notSignedIn: 'Not authenticated',
  notFound: 'Not found',
  notAllowed: 'You are not allowed to do that',
  invalidInput: 'Some of the details are not right. Please check them and try again.',
  unknownField: 'Unknown field',
  requiredFields: 'Please fill in all required fields',
  brokenJson: 'The request is not valid JSON',
  bodyEncoding: 'Send the body as it is, or compressed once (gzip, br, deflate or zstd)',
  jsonOnly: 'Send JSON (content-type application/json)',
  tooLarge: 'That is too large',
  tooSlow: 'The request took too long to arrive',
  tooMany: 'Too many requests. Please wait a moment.',
  picturesTooMany: 'You have uploaded a lot of pictures today. Please try again later.',
  tooManyDownloads: 'Your other downloads are still running. Please wait for one to finish.',
  crossSite: 'This request did not come from Gaffer',
  unavailable: 'Gaffer cannot reach its database. Please try again in a moment.',
  diskFull: 'The disk of the database is full',
  failed: 'Something went wrong on our side. Please try again.',
  stale: 'Somebody changed this in the meantime',
  gone: 'Somebody deleted this in the meantime',
  whileOpen: 'while you had it open',
  idempotencyEmpty: 'The Idempotency-Key is empty',
  idempotencyReused: 'This Idempotency-Key was used for a different request',
  tryAgain: 'Please try again',
  oldNotSent: 'Nothing is sent until you choose.',

  // Forms that were open when the session ended
  unsavedDraft: {
    profile: "Your profile wasn't saved. Continue?",
    settings: "Your band settings weren't saved. Continue?",
    band: "Your new band wasn't saved. Continue?",
    event: "Your event wasn't saved. Continue?",
    song: "Your song wasn't saved. Continue?",
    setlist: "Your set list wasn't saved. Continue?",
    gigSheet: "Your gig sheet wasn't saved. Continue?",
    member: "Your invitation wasn't sent. Continue?",
  },

  // What was typed
  timeNotUnderstood: 'That is not a time. Try 7 pm, 19:30 or half 7.',
  dateNotUnderstood: 'That is not a date. Try 5 Feb, 12/2 or Friday.',
  emailInvalid: 'Invalid email',
  webAddressInvalid: 'That is not a web address. It begins with https://',
  chooseRealDate: 'Choose a real date',
  contactPhoneInvalid: 'Please enter a phone number',
  phoneNotMobile: 'Please enter a UK mobile number',
  codeRequired: { title: 'Verification code required', text: 'Please enter the 6-digit code' },
} as const
