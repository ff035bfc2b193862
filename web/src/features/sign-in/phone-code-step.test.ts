// Node has no session storage, so the fallback in memory is tested.

import { afterEach, expect, it } from 'vitest'
import { writeStored } from '#lib/browser-storage.ts'
import { deletePhoneCodeStep, readPhoneCodeStep, storePhoneCodeStep } from './phone-code-step.ts'

afterEach(deletePhoneCodeStep)

it('a stored code step has the phone number and the time at which its code was sent', () => {
  storePhoneCodeStep({ phone: '07700 900123', sentAt: 1000 }, 1000)
  expect(readPhoneCodeStep(2000)).toEqual({ phone: '07700 900123', sentAt: 1000 })
  storePhoneCodeStep({ phone: '07700 900123', sentAt: null }, 1000)
  expect(readPhoneCodeStep(2000)).toEqual({ phone: '07700 900123', sentAt: null })
})

it('a stored code step expires ten minutes after the code was sent', () => {
  storePhoneCodeStep({ phone: '07700 900123', sentAt: 0 }, 0)
  expect(readPhoneCodeStep(599_999)).not.toBeNull()
  expect(readPhoneCodeStep(600_000)).toBeNull()
  expect(readPhoneCodeStep(0)).toBeNull()
})

it.each(['', 'rubbish', '[]', '{"phone":5}', 'null'])('the stored value %j reads as no code step', (text) => {
  writeStored('codeStep', text)
  expect(readPhoneCodeStep()).toBeNull()
})
