// The numbers that /login needs. Apart from the others because that page is the first download on a bad connection.

export const signInLimits = {
  /** Characters in the sign-in form's phone field, spaces included. */
  phoneFieldLength: 14,
  codeLength: 6,
  /** Seconds that a sign-in code works. */
  codeSeconds: 600,
  /** Seconds between two codes to one number. */
  resendSeconds: 30,
} as const
