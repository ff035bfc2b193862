import { digitsToE164 } from '@gaffer/domain/phone'
import { isUkMobile } from '@gaffer/domain/uk-mobile'

/** Its message is printed without a stack trace, with exit code 2. */
export class UsageError extends Error {}

export const usage = `npm run person 07… sign-out     ends all sessions of the person with that number and unlinks their Google accounts (a lost phone)
npm run person 07… number 07…  gives them another number, and does the same
npm run person 07… erase        deletes the account and everything about them, for good`

export function parseCommand(given: string[], { allowDrama }: { allowDrama: boolean }) {
  const [phone = '', verb = '', to, ...more] = given
  const number = (text: string) => {
    const digits = digitsToE164(text)
    if (!isUkMobile(digits, { allowDrama })) throw new UsageError(`${text} is not a UK mobile number`)
    return digits
  }
  if (verb === 'number' && to && more.length === 0) return { verb, phone: number(phone), to: number(to) } as const
  if ((verb === 'sign-out' || verb === 'erase') && to === undefined) return { verb, phone: number(phone) } as const
  throw new UsageError(usage)
}
