// The Google accounts that sign the member in, and an end to each.

import { messages } from '@gaffer/domain/messages'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useLinkedIdentities, useRemoveIdentity, type LinkedIdentity } from '#api/account.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { timeAgo } from './time-ago.ts'

const nameOf = ({ email }: LinkedIdentity) => email ?? 'Google account'

export function LinkedIdentities() {
  const { data: identities, dataUpdatedAt, error, refetch, isFetching } = useLinkedIdentities()
  const removal = useRemoveIdentity()
  const [asked, setAsked] = useState<LinkedIdentity | null>(null)

  async function remove(identity: LinkedIdentity) {
    try {
      await removal.mutateAsync(identity.id)
      showToast({ title: `${nameOf(identity)} can no longer sign in as you` })
    } catch (problem) {
      showFailure({ title: 'That account is still linked', text: getErrorMessage(problem, messages.tryAgain) })
    }
    setAsked(null)
  }

  if (!identities) {
    if (error) {
      const text = getErrorMessage(error, 'Your linked accounts could not be read.')
      return <ErrorState text={text} onRetry={() => void refetch()} isRetrying={isFetching} />
    }
    return (
      <SkeletonGroup label="Loading your linked accounts">
        <Skeleton className="h-18" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {identities.map((identity) => (
          <li key={identity.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <KeyRound aria-hidden="true" className="size-6 shrink-0 text-faint" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold break-words">{nameOf(identity)}</p>
              <p className="text-sm text-muted">Google, linked {timeAgo(identity.linkedAt, dataUpdatedAt)}</p>
            </div>
            <Button variant="secondary" onClick={() => setAsked(identity)} className="min-h-11! px-4! text-sm!">
              Remove<span className="sr-only"> {nameOf(identity)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title={`Remove ${asked ? nameOf(asked) : ''}?`}
        text="It can no longer sign in as you; your phone still can. Devices that are signed in stay signed in."
        confirmLabel="Remove"
        isBusy={removal.isPending}
        onConfirm={() => asked && void remove(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
