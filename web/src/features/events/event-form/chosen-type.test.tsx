import { expect, it } from 'vitest'
import { readChosenType, storeChosenType } from './chosen-type.ts'

it('the event type that was chosen last is stored for the tab only, and a stored text that is no type is ignored', () => {
  expect(readChosenType()).toBeUndefined()
  storeChosenType('festival')
  expect(readChosenType()).toBe('festival')
  expect(localStorage.length).toBe(0)
  sessionStorage.setItem('gaffer.eventType', 'concert')
  expect(readChosenType()).toBeUndefined()
})
