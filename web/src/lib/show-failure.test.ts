import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from './api-error.ts'
import { makeMutationCache, type ChangeFailure } from './show-failure.ts'

const showFailureToast = vi.hoisted(() => vi.fn())
vi.mock('#ui/toast-store.ts', () => ({ showFailureToast }))

const refusal = new ApiError(409, '', JSON.stringify({ code: 'conflict', message: 'That name is taken' }))

/** Returns the toast after a mutation has failed with `error`, or undefined if no toast was shown. */
async function toastOf(
  error: Error,
  failure?: ChangeFailure<never>,
): Promise<{ title: string; text: string } | undefined> {
  showFailureToast.mockReset()
  const client = new QueryClient({ mutationCache: makeMutationCache() })
  const meta = failure === undefined ? {} : { failure }
  async function mutationFn(_name: string) {
    throw error
  }
  await expect(new MutationObserver(client, { mutationFn, meta }).mutate('Mustang Sally')).rejects.toBe(error)
  return showFailureToast.mock.lastCall?.[0]
}

it("a failed change is shown with its own title and the server's message", async () => {
  const toast = { title: 'Song not added', text: 'That name is taken' }
  expect(await toastOf(refusal, { title: 'Song not added', text: 'Unused' })).toEqual(toast)
})

it('without a message of the server, a failed change is shown with its own text, or with a request to try again', async () => {
  const broken = new ApiError(500, 'Internal Server Error', '')
  expect(await toastOf(broken, { title: 'Error', text: 'Failed to add song' })).toMatchObject({
    text: 'Failed to add song',
  })
  expect(await toastOf(broken, { title: 'Error' })).toMatchObject({ text: 'Please try again' })
})

it('the toast of a failed change mentions the signal only if the request got no response', async () => {
  expect((await toastOf(new NetworkError(null), { title: 'Error' }))?.text).toMatch(/signal/)
  expect((await toastOf(refusal, { title: 'Error' }))?.text).not.toMatch(/signal/)
})

it('a failed change whose caller shows the failure has no toast', async () => {
  expect(await toastOf(refusal, null)).toBeUndefined()
})

it('an option `failure` that is a function gets the error and the variables of the mutation, and returns the toast', async () => {
  const failure = (error: Error, name: string) => (error === refusal ? { title: `${name} not added` } : null)
  expect(await toastOf(refusal, failure)).toMatchObject({ title: 'Mustang Sally not added' })
  expect(await toastOf(new NetworkError(null), failure)).toBeUndefined()
})

it('a failed change without the option `failure` has a toast with the title "Error"', async () => {
  expect(await toastOf(refusal)).toMatchObject({ title: 'Error', text: 'That name is taken' })
})
