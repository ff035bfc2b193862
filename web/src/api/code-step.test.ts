// The kept code step, in a tab without storage: what this tab has stored is all there is.

import { afterEach, expect, it } from 'vitest'
import { store } from '#lib/browser-storage.ts'
import { forgetCodeStep, readCodeStep, storeCodeStep } from './code-step.ts'

afterEach(forgetCodeStep)

it('a stored step has the number and the time its code was sent', () => {
  storeCodeStep({ phone: '07700 900123', sentAt: 1000 }, 1000)
  expect(readCodeStep(2000)).toEqual({ phone: '07700 900123', sentAt: 1000 })
  storeCodeStep({ phone: '07700 900123', sentAt: null }, 1000)
  expect(readCodeStep(2000)).toEqual({ phone: '07700 900123', sentAt: null })
})

it('a step expires with its code after ten minutes', () => {
  storeCodeStep({ phone: '07700 900123', sentAt: 0 }, 0)
  expect(readCodeStep(599_999)).not.toBeNull()
  expect(readCodeStep(600_000)).toBeNull()
  expect(readCodeStep(0)).toBeNull()
})

it.each(['', 'rubbish', '[]', '{"phone":5}', 'null'])('%j in the storage is no step', (text) => {
  store('codeStep', text)
  expect(readCodeStep()).toBeNull()
})
