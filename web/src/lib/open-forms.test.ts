import { afterEach, expect, it, vi } from 'vitest'
import { confirmDiscardingForms, listDirtyForms, discardForms, registerForm } from './open-forms.ts'

let close: (() => void)[] = []

function openForm({ isDirty, answer = true }: { isDirty: boolean; answer?: boolean }) {
  let isDiscarded = false
  const ask = vi.fn(async () => answer)
  close.push(
    registerForm({ isDirty: () => isDirty && !isDiscarded, ask, discard: () => (isDiscarded = true), draft: null }),
  )
  return ask
}

afterEach(() => {
  close.forEach((one) => one())
  close = []
})

it('confirmDiscardingForms resolves to true without asking if all forms are clean', async () => {
  const ask = openForm({ isDirty: false })
  expect(await confirmDiscardingForms()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

it('after "Keep editing" confirmDiscardingForms resolves to false and the form stays dirty', async () => {
  openForm({ isDirty: true, answer: false })
  expect(await confirmDiscardingForms()).toBe(false)
  expect(listDirtyForms()).toHaveLength(1)
})

it('of two dirty forms only one asks, and after "Leave" neither is dirty', async () => {
  const asks = [openForm({ isDirty: true }), openForm({ isDirty: true })]
  expect(await confirmDiscardingForms()).toBe(true)
  expect(asks.map((ask) => ask.mock.calls.length)).toEqual([1, 0])
  expect(listDirtyForms()).toEqual([])
})

it('confirmDiscardingForms does not ask about an unmounted form', async () => {
  const ask = openForm({ isDirty: true, answer: false })
  close.pop()?.()
  expect(await confirmDiscardingForms()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

it('discardForms makes all forms clean without asking', () => {
  const ask = openForm({ isDirty: true })
  discardForms()
  expect(listDirtyForms()).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})
