// Validates UK mobile numbers. Server only: it loads libphonenumber's full metadata.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const homeCountries = new Set<string | undefined>(['GB', 'GG', 'JE', 'IM'])

// Ofcom reserves 07700 900000 to 900999 for fiction; libphonenumber calls them invalid.
const dramaRange = /^\+447700900\d{3}$/

/**
 * True for an E.164 mobile number in GB, GG, JE or IM, and not for landline, personal (070) and pager (076) numbers. Pass `allowDrama`
 * only when no real texts are sent.
 */
export function isUkMobile(e164: string, { allowDrama }: { allowDrama: boolean }): boolean {
  if (dramaRange.test(e164)) return allowDrama
  const number = parsePhoneNumberFromString(e164)
  return number?.number === e164 && number.getType() === 'MOBILE' && homeCountries.has(number.country)
}
