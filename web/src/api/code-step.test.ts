// Node has no session storage, so the fallback in memory is tested.

import { afterEach, expect, it } from 'vitest'
import { writeStored } from '#lib/browser-storage.ts'
import { forgetCodeStep, readCodeStep, storeCodeStep } from './code-step.ts'

afterEach(forgetCodeStep)

it('a stored code step has the phone number and the time at which its code was sent', () => {
  storeCodeStep({ phone: '07700 900123', sentAt: 1000 }, 1000)
  expect(readCodeStep(2000)).toEqual({ phone: '07700 900123', sentAt: 1000 })
  storeCodeStep({ phone: '07700 900123', sentAt: null }, 1000)
  expect(readCodeStep(2000)).toEqual({ phone: '07700 900123', sentAt: null })
})

it('a code step expires with its code after ten minutes', () => {
  storeCodeStep({ phone: '07700 900123', sentAt: 0 }, 0)
  expect(readCodeStep(599_999)).not.toBeNull()
  expect(readCodeStep(600_000)).toBeNull()
  expect(readCodeStep(0)).toBeNull()
})

it.each(['', 'rubbish', '[]', '{"phone":5}', 'null'])('the stored value %j reads as no code step', (text) => {
  writeStored('codeStep', text)
  expect(readCodeStep()).toBeNull()
})
