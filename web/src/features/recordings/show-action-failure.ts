import { getErrorMessage } from '#lib/api-error.ts'
import { showFailureToast } from '#ui/toast-store.ts'

/** Shows a toast for the failure of an action that is not a TanStack mutation. */
export function showActionFailure(error: unknown, title: string): void {
  showFailureToast({ title, text: getErrorMessage(error, 'Please try again in a moment') })
}
