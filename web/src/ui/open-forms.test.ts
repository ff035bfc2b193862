import { afterEach, expect, it, vi } from 'vitest'
import { confirmDiscardingForms, discardForms, listDirtyForms, registerForm, setDiscardQuestion } from './open-forms.ts'

let close: (() => void)[] = []
const ask = vi.fn<() => Promise<boolean>>()

function openForm({ isDirty }: { isDirty: boolean }) {
  let isDiscarded = false
  close.push(registerForm({ isDirty: () => isDirty && !isDiscarded, discard: () => (isDiscarded = true), draft: null }))
}

function answerWith(isAgreed: boolean) {
  ask.mockResolvedValue(isAgreed)
  close.push(setDiscardQuestion(ask))
}

afterEach(() => {
  close.forEach((one) => one())
  close = []
  ask.mockReset()
})

it('confirmDiscardingForms resolves to true without asking if all forms are clean', async () => {
  answerWith(false)
  openForm({ isDirty: false })
  expect(await confirmDiscardingForms()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

it('after "Keep editing" confirmDiscardingForms resolves to false and the form stays dirty', async () => {
  answerWith(false)
  openForm({ isDirty: true })
  expect(await confirmDiscardingForms()).toBe(false)
  expect(listDirtyForms()).toHaveLength(1)
})

it('for two dirty forms there is one question, and after "Leave" neither form is dirty', async () => {
  answerWith(true)
  openForm({ isDirty: true })
  openForm({ isDirty: true })
  expect(await confirmDiscardingForms()).toBe(true)
  expect(ask).toHaveBeenCalledOnce()
  expect(listDirtyForms()).toEqual([])
})

it('confirmDiscardingForms does not ask about an unmounted form', async () => {
  answerWith(false)
  openForm({ isDirty: true })
  close.pop()?.()
  expect(await confirmDiscardingForms()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

it('discardForms makes a dirty form clean without asking', () => {
  answerWith(false)
  openForm({ isDirty: true })
  discardForms()
  expect(listDirtyForms()).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})
