import { expect, it } from 'vitest'
import { readChosenType, storeChosenType } from './chosen-type.ts'

it('the type that was chosen last is kept for the tab, and a text that is no type is ignored', () => {
  expect(readChosenType()).toBeUndefined()
  storeChosenType('festival')
  expect(readChosenType()).toBe('festival')
  expect(localStorage.length).toBe(0)
  sessionStorage.setItem('gaffer.eventType', 'concert')
  expect(readChosenType()).toBeUndefined()
})
