// Decides whether a number is a mobile phone in the United Kingdom or its islands, by the numbering plan.
// Loads libphonenumber's full metadata: for the server alone, never for a page.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const homeCountries = new Set<string | undefined>(['GB', 'GG', 'JE', 'IM'])

// Ofcom keeps 07700 900000 to 900999 for films; nobody owns them, so no plan calls them valid.
const dramaRange = /^\+447700900\d{3}$/

/**
 * True for an E.164 number that is a mobile in GB, GG, JE or IM: no landline, personal (070) or pager (076) number.
 * Ofcom's drama range passes only where nothing is really sent.
 */
export function isUkMobile(e164: string, { allowDrama }: { allowDrama: boolean }): boolean {
  if (dramaRange.test(e164)) return allowDrama
  const number = parsePhoneNumberFromString(e164)
  return number?.number === e164 && number.getType() === 'MOBILE' && homeCountries.has(number.country)
}
