// Texts of the sign-in page. Not in messages.ts, to keep the first page small.

export const signInMessages = {
  phoneRequired: { title: 'Phone number required', text: 'Please enter your phone number to continue' },
  codeNotSent: { title: 'Error sending code', text: 'Please try again' },
  codeInvalid: { title: 'Invalid code', text: 'Please check your code and try again' },
  codeWait: 'Please wait before asking for another code',
  codeLocked: 'Too many wrong codes for this number. Please try again later.',
  sessionEnded: 'You have been signed out. Please sign in again.',
  sessionEndedUnsaved: 'You have been signed out. Sign in again to get back what you were typing.',
  noCode: 'No code? Gaffer is invitation only. Ask your band for a link.',
  noCodeInvited: 'No code? Check the number, or send a new code.',
  invitationForNumber: (ending: string) => `This link is for the number it was sent to, ending ${ending}`,
  otherNumber: (phone: string) => `If you already have an account with ${phone}, we sent a code to it.`,
  googleWillSignIn: (email: string | null) => `${email ?? 'Your Google account'} will be able to sign in as you`,
  googleChoose: 'Choose Link or Don’t link first',
  googleNeedsPhone: 'Verify your phone once to finish signing in with Google',
  googleNotConfigured: 'Google sign-in is not set up on this server',
  googleCancelled: 'You did not finish signing in with Google',
  googleExpired: 'That sign-in with Google is no longer valid. Please try again.',
  googleUnavailable: 'Google cannot be reached right now. Please try again, or use your phone.',
  googleFailed: 'Signing in with Google did not work. Please try again, or use your phone.',
} as const
