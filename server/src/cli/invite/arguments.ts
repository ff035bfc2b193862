// Parses the arguments of `npm run invite`.

import { parseArgs } from 'node:util'
import { digitsToE164 } from '@gaffer/domain/phone'
import { isUkMobile } from '@gaffer/domain/uk-mobile'

/** Wrong command-line arguments. */
export class UsageError extends Error {}

export const usage = `npm run invite              prints a link that lets in the founder of one new band
npm run invite -- --phone 07…  the same for that number only, and texts it there`

/** The number in E.164, or null without --phone. Throws UsageError. */
export function readPhone(given: string[], { allowDrama }: { allowDrama: boolean }): string | null {
  const phone = parsed(given)
  if (phone === undefined) return null
  const number = digitsToE164(phone)
  if (!isUkMobile(number, { allowDrama })) throw new UsageError(`${phone} is not a UK mobile number`)
  return number
}

function parsed(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { phone: { type: 'string' } } }).values.phone
  } catch {
    throw new UsageError(usage)
  }
}
