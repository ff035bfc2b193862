// What the sign-in page says, apart from all else that is said, so that the page downloads nothing more than it needs.

export const signInMessages = {
  phoneRequired: { title: 'Phone number required', text: 'Please enter your phone number to continue' },
  phoneNotMobile: 'Please enter a UK mobile number',
  codeRequired: { title: 'Verification code required', text: 'Please enter the 6-digit code' },
  codeNotSent: { title: 'Error sending code', text: 'Please try again' },
  codeInvalid: { title: 'Invalid code', text: 'Please check your code and try again' },
  codeWait: 'Please wait before asking for another code',
  codeLocked: 'Too many wrong codes for this number. Please try again later.',
  sessionEnded: 'You have been signed out. Please sign in again.',
  sessionEndedUnsaved: 'You have been signed out. Sign in again to get back what you were typing.',
  noCode: 'No code? Gaffer is invitation only. Ask your band for a link.',
  googleNeedsPhone: 'Verify your phone once to finish signing in with Google',
  googleNotConfigured: 'Google sign-in is not set up on this server',
  googleCancelled: 'You did not finish signing in with Google',
  googleExpired: 'That sign-in with Google is no longer valid. Please try again.',
  googleUnavailable: 'Google cannot be reached right now. Please try again, or use your phone.',
  googleFailed: 'Signing in with Google did not work. Please try again, or use your phone.',
} as const
