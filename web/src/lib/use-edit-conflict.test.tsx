import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useEditConflict } from './edit-conflict.ts'

const stale = new Error('stale')
const theirEdit = { title: 'Album launch' }
const refuse = () => Promise.reject(stale)

function setUp() {
  const onFailure = vi.fn()
  const { result } = renderHook(() => useEditConflict<typeof theirEdit>(onFailure))
  return {
    result,
    onFailure,
    attempt: (...args: Parameters<typeof result.current.attempt>) => act(() => result.current.attempt(...args)),
  }
}

it('a save that fails with an edit conflict sets the other version and reports no failure', async () => {
  const { result, onFailure, attempt } = setUp()
  await attempt(refuse, async (error) => (error === stale ? theirEdit : null))
  expect(result.current.theirs).toBe(theirEdit)
  expect(onFailure).not.toHaveBeenCalled()
})

it('a save that fails without an edit conflict reports its error', async () => {
  const { result, onFailure, attempt } = setUp()
  await attempt(refuse, async () => null)
  expect(result.current.theirs).toBeNull()
  expect(onFailure).toHaveBeenCalledWith(stale)
})

it('an edit conflict whose other version cannot be read reports the error of the save', async () => {
  const { result, onFailure, attempt } = setUp()
  await attempt(refuse, () => Promise.reject(new Error('no network')))
  expect(result.current.theirs).toBeNull()
  expect(onFailure).toHaveBeenCalledWith(stale)
})

it('a successful save after an edit conflict clears the other version', async () => {
  const { result, attempt } = setUp()
  await attempt(refuse, async () => theirEdit)
  await attempt(
    async () => undefined,
    async () => null,
  )
  expect(result.current.theirs).toBeNull()
})
