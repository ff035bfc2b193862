import { getErrorMessage } from '#lib/api-error.ts'
import { showFailureToast } from '#ui/toast-store.ts'

/** The toast of something that failed outside a change. */
export function showActionFailure(error: unknown, title: string): void {
  showFailureToast({ title, text: getErrorMessage(error, 'Please try again in a moment') })
}
