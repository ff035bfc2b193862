// The toast of a failure, and the one handler of failed changes.

import { messages } from '@gaffer/domain/shared/messages'
import { MutationCache } from '@tanstack/react-query'
import { showFailureToast, type ToastContent } from '#ui/toast-store.ts'
import { getErrorMessage } from './api-error.ts'

/** `text` is shown unless the server sent a message or there is no connection. */
export type Failure = Omit<ToastContent, 'tone'>

/** How a failed change is shown: by a toast, or with null by its caller, such as a form beside a field. */
export type ChangeFailure<Variables> = Failure | null | ((error: Error, variables: Variables) => Failure | null)

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { failure?: ChangeFailure<never> }
  }
}

export function showFailure(error: unknown, { text = messages.tryAgain, ...failure }: Failure): void {
  showFailureToast({ ...failure, text: getErrorMessage(error, text) })
}

/**
 * Shows a toast for each failed mutation: with the text of its `meta.failure`, or with a general one if it has no `meta.failure`. Null
 * shows no toast.
 */
export function makeMutationCache(): MutationCache {
  return new MutationCache({
    onError(error, variables, _result, { meta: { failure: named = { title: 'Error' } } = {} }) {
      const failure = typeof named === 'function' ? named(error, variables as never) : named
      if (failure) showFailure(error, failure)
    },
  })
}
