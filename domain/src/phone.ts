// Phone numbers as people type and paste them, turned into E.164 and back into something to read.
// Knows no numbering plan: whether a number is a UK mobile is for uk-mobile.ts, whose metadata browsers never load.

import { limits } from './limits.ts'

const ukPrefix = '+44'
const firstGroup = 5
const secondGroup = 6

/**
 * What was typed, as E.164. Only digits count: a leading 07 becomes +447, anything else gets +44 in front. A number
 * that brings its country code (+44 7…, 0044 7…, 44 7…, with or without "(0)") is the same number without it, and one
 * with a different country's stays what it is, so that it is refused instead of turned into a stranger's UK number.
 */
export function digitsToE164(input: string): string {
  const digits = digitsOf(input)
  const national = nationalOf(input, digits)
  if (national !== null) return ukPrefix + withoutTrunkZero(national)
  if (isInternational(input) && !digits.startsWith('0')) return `+${digits}`
  return ukPrefix + withoutTrunkZero(digits)
}

/**
 * What was typed or pasted, as the field shows it: a group of 5 digits, then up to 6; digits beyond eleven are dropped. A UK
 * country code (+44, 0044) becomes the leading 0 that people know. Another country's keeps its plus, so that it stays
 * another country's.
 */
export function formatUkMobile(input: string): string {
  const digits = digitsOf(input)
  const national = nationalOf(input, digits)
  if (national === null || /^0*$/.test(national)) {
    // Also a code that is still being typed.
    return isInternational(input) ? `+${digits}`.slice(0, limits.phoneFieldLength) : inGroups(digits)
  }
  return inGroups(`0${national.replace(/^0+/, '')}`)
}

function inGroups(digits: string): string {
  return `${digits.slice(0, firstGroup)} ${digits.slice(firstGroup, firstGroup + secondGroup)}`.trim()
}

/** Enough of a number to recognise one's own: its last three digits. */
export function maskPhone(phone: string): string {
  const digits = digitsOf(phone)
  return digits.length > 3 ? `••••• •••${digits.slice(-3)}` : '••••• ••••••'
}

/** The digits after a UK country code, or null when there is none. Without + or 00, 44 is a code only before a 7. */
function nationalOf(input: string, digits: string): string | null {
  const code = isInternational(input) ? /^44/ : /^(?:0044|44(?=0?7))/
  return code.test(digits) ? digits.replace(code, '') : null
}

/** A plus before the first digit; pasted numbers may hide marks in front of it. */
function isInternational(input: string): boolean {
  return /^[^0-9+]*\+/.test(input)
}

function withoutTrunkZero(national: string): string {
  return national.startsWith('07') ? national.slice(1) : national
}

function digitsOf(input: string): string {
  return input.replace(/[^0-9]/g, '')
}
