import { messages } from '@gaffer/domain/shared/messages'
import { convertPhoneToE164 } from '@gaffer/domain/shared/phone'
import { isUkMobile } from '@gaffer/domain/shared/uk-mobile'
import type { Config } from '#config.ts'
import { invalidFieldError } from '#platform/refusals.ts'

/** Returns a UK mobile number in E.164 and refuses any other number. Ofcom's drama range is accepted only with the fake SMS provider. */
export function parseUkMobile({ config }: { config: Pick<Config, 'faked'> }, input: string, path = 'phone'): string {
  const phone = convertPhoneToE164(input)
  if (phone && isUkMobile(phone, { allowDrama: config.faked.sms })) return phone
  throw invalidFieldError(path, messages.phoneNotMobile)
}
