import { expect, test } from 'vitest'
import { DepChangesInput, DepInput, DepRequestInput } from './dep.ts'
import { depMessages } from './dep-messages.ts'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'

const id = (digit: number) => `0190b4d8-0000-7000-8000-00000000000${digit}`
const valid = { depIds: [id(1), id(2)], mode: 'all', instrument: 'Drums' }
const refusal = (input: object) => DepRequestInput.safeParse({ ...valid, ...input }).error?.issues[0]?.message

test('DepRequestInput defaults to a wait of four hours, no fee and no covered member', () => {
  const defaults = { feePence: null, waitMinutes: 240, coversMembershipId: null }
  expect(DepRequestInput.parse(valid)).toEqual({ ...valid, ...defaults })
})

test('DepRequestInput requires one to ten different deps, an instrument, a known mode, a fee of £0 or more and a wait of up to three days', () => {
  const eleven = Array.from({ length: 11 }, (_, index) => id(0).slice(0, -2) + (10 + index))
  expect(refusal({ depIds: [] })).toBe(depMessages.depsRequired)
  expect(refusal({ depIds: eleven })).toBe(depMessages.tooManyDeps)
  for (const depIds of [eleven.slice(0, 1), eleven.slice(0, 10)]) expect(refusal({ depIds })).toBeUndefined()
  expect(refusal({ depIds: [id(1), id(1)] })).toBe(depMessages.depTwice)
  expect(refusal({ feePence: -1 })).toBe(gigSheetMessages.feeInvalid)
  for (const input of [{ feePence: 0 }, { waitMinutes: 4320 }]) expect(refusal(input)).toBeUndefined()
  for (const waitMinutes of [0, 4321, 1.5]) expect(refusal({ waitMinutes })).toBe(depMessages.waitInvalid)
  expect(refusal({ instrument: ' ' })).toBe(depMessages.instrumentRequired)
  expect(refusal({ mode: 'some' })).toBeDefined()
})

test('DepInput requires name, number and instrument, and DepChangesInput leaves out missing fields', () => {
  const dep = { name: ' Tom ', phone: ' 07700 900123 ', instrument: 'Drums' }
  const refusal = (part: object) => DepInput.safeParse({ ...dep, ...part }).error?.issues[0]?.message
  expect(DepInput.parse(dep)).toEqual({ name: 'Tom', phone: '07700 900123', instrument: 'Drums', note: null })
  expect(refusal({ phone: '' })).toBe(depMessages.phoneRequired)
  expect(refusal({ name: '' })).toBe(depMessages.nameRequired)
  expect(refusal({ instrument: '' })).toBe(depMessages.instrumentRequired)
  expect(DepChangesInput.parse({ note: ' ' })).toEqual({ note: null })
  expect(DepChangesInput.parse({})).toEqual({})
})
