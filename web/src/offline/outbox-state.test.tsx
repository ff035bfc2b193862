import { afterEach, expect, it } from 'vitest'
import { hideUnstored, showUnstored, updateOutboxState } from './outbox-state.ts'

const change = (idempotencyKey: string) => ({ idempotencyKey, endpoint: 'PUT /x', params: {}, body: null, madeAt: 0 })
const isAskedBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

afterEach(() => updateOutboxState({ unstored: [] }))

it('the browser asks before the page is closed while a change is not in the outbox yet', () => {
  expect(isAskedBeforeLeaving()).toBe(false)
  showUnstored(change('a'))
  showUnstored(change('b'))
  hideUnstored(change('a'))
  expect(isAskedBeforeLeaving()).toBe(true)
  hideUnstored(change('b'))
  expect(isAskedBeforeLeaving()).toBe(false)
})
