// Opens the dialog that subscribes to a calendar feed, and replaces the URL of the feed if the user asks for it.

import { feedMessages } from '@gaffer/domain/calendar-feeds/feed-messages'
import { Suspense, useState, type ReactNode } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { showFailureToast } from '#ui/toast-store.ts'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { fetchFeedUrl, rotateFeedUrl } from './queries.ts'

const SubscribeDialog = lazyOverlay(() => import('./subscribe-dialog.tsx'), 'SubscribeDialog')

type Options = {
  /** The id of the band; null for the personal calendar. */
  bandId: string | null
  /** The content of the feed in words: "all events of The Night Buses". */
  content: string
  /** Called when the address is copied, or opened in a calendar app. */
  onSubscribed?: () => void
}

export function useSubscribeDialog({ bandId, content, onSubscribed }: Options) {
  const dialog = useDialogState<string>()
  const [isOpening, setOpening] = useState(false)

  /** Requests the feed's URL. Resolves to undefined after a failure, which a toast shows. */
  async function requestUrl(obtain: (bandId: string | null) => Promise<string>): Promise<string | undefined> {
    try {
      return await obtain(bandId)
    } catch (error) {
      showFailureToast(hasErrorCode(error, 'not_signed_in') ? feedMessages.urlNeedsSignIn : feedMessages.urlFailed)
      return undefined
    }
  }

  async function subscribe(): Promise<void> {
    setOpening(true)
    const url = await requestUrl(fetchFeedUrl)
    setOpening(false)
    if (url) dialog.open(url)
  }

  async function replaceUrl(): Promise<void> {
    const url = await requestUrl(rotateFeedUrl)
    if (url) dialog.update(url)
  }

  const subscribeDialog: ReactNode = dialog.subject && (
    <Suspense>
      <SubscribeDialog
        key={dialog.count}
        isOpen={dialog.isOpen}
        url={dialog.subject}
        content={content}
        onReplace={replaceUrl}
        onSubscribed={onSubscribed}
        onClose={dialog.close}
      />
    </Suspense>
  )
  return { subscribe, isOpening, subscribeDialog }
}
