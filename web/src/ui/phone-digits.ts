// UK phone numbers as people type and paste them. Says nothing of whether a number exists.

/** The digits as dialled at home: "+44 (0)7700 900123" gives "07700900123". */
export function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  const isInternational = /^\s*(\+|00)\s*44/.test(text) || (digits.startsWith('44') && digits.length >= 12)
  if (!isInternational) return digits
  return `0${digits.replace(/^(00)?44/, '').replace(/^0+/, '')}`
}

/** Five digits, a space, up to six more. */
export function formatPhone(text: string): string {
  const digits = nationalDigits(text).slice(0, 11)
  return digits.length > 5 ? `${digits.slice(0, 5)} ${digits.slice(5)}` : digits
}

/** E.164: a leading 07 becomes +447, and anything else gets +44 in front. */
export function toE164(text: string): string {
  const digits = nationalDigits(text)
  return digits.startsWith('07') ? `+44${digits.slice(1)}` : `+44${digits}`
}
