// Limits that /login uses. Not in limits.ts, to keep the first page small.

export const signInLimits = {
  /** Characters in the sign-in form's phone field, spaces included. */
  phoneFieldLength: 14,
  codeLength: 6,
  /** Seconds until a sign-in code expires. */
  codeSeconds: 600,
  /** Seconds between two codes to one number. */
  resendSeconds: 30,
} as const
