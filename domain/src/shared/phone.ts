// Converts typed and pasted phone numbers to E.164 and back for display. uk-mobile.ts decides whether a number is a UK mobile number;
// its metadata is too large for browsers.

import { signInLimits } from './sign-in-limits.ts'

const ukPrefix = '+44'
const firstGroupSize = 5
const secondGroupSize = 6

/**
 * Converts input to E.164. Only digits count. A leading 07 becomes +447; other numbers get the prefix +44. A UK country code (+44 7…,
 * 0044 7…, 44 7…, with or without "(0)") is recognised. Another country code stays, so that the number is refused.
 */
export function convertPhoneToE164(input: string): string {
  const digits = digitsOf(input)
  const national = nationalOf(input, digits)
  if (national !== null) return ukPrefix + removeTrunkZero(national)
  if (isInternational(input) && !digits.startsWith('0')) return `+${digits}`
  return ukPrefix + removeTrunkZero(digits)
}

/**
 * Formats input for the phone field: a group of 5 digits, then up to 6; further digits are dropped. A UK country code (+44, 0044) becomes
 * the leading 0. Another country code keeps its plus.
 */
export function formatUkMobile(input: string): string {
  const digits = digitsOf(input)
  const national = nationalOf(input, digits)
  if (national === null || /^0*$/.test(national)) {
    // An incomplete country code such as "+4" keeps its plus, so that the rest of it can be typed.
    return isInternational(input) ? `+${digits}`.slice(0, signInLimits.phoneFieldLength) : groupDigits(digits)
  }
  return groupDigits(`0${national.replace(/^0+/, '')}`)
}

function groupDigits(digits: string): string {
  return `${digits.slice(0, firstGroupSize)} ${digits.slice(firstGroupSize, firstGroupSize + secondGroupSize)}`.trim()
}

/** The digits after a UK country code, or null if there is none. Without + or 00, 44 is a country code only before a 7. */
function nationalOf(input: string, digits: string): string | null {
  const countryCodePattern = isInternational(input) ? /^44/ : /^(?:0044|44(?=0?7))/
  return countryCodePattern.test(digits) ? digits.replace(countryCodePattern, '') : null
}

/** A plus before the first digit; pasted numbers may have invisible characters in front of it. */
function isInternational(input: string): boolean {
  return /^[^0-9+]*\+/.test(input)
}

function removeTrunkZero(national: string): string {
  return national.startsWith('07') ? national.slice(1) : national
}

function digitsOf(input: string): string {
  return input.replace(/[^0-9]/g, '')
}
