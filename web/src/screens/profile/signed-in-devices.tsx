// Where this account is signed in. Any place but this one can be signed out from here.

import { messages } from '@gaffer/domain/messages'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useDevices, useSignOutDevice, type SignedInDevice } from '#api/account.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { timeAgo } from './time-ago.ts'

export function SignedInDevices() {
  const { data: devices, dataUpdatedAt, error, refetch, isFetching } = useDevices()
  const end = useSignOutDevice()
  const [leaving, setLeaving] = useState<SignedInDevice | null>(null)

  async function signOut(device: SignedInDevice) {
    try {
      await end.mutateAsync(device.id)
      showToast({ title: `${device.device} is signed out` })
    } catch (problem) {
      showFailure({ title: 'That device is still signed in', text: getErrorMessage(problem, messages.tryAgain) })
    }
    setLeaving(null)
  }

  if (!devices) {
    if (error) {
      const text = getErrorMessage(error, 'Your devices could not be loaded.')
      return <ErrorState text={text} onRetry={() => void refetch()} isRetrying={isFetching} />
    }
    return (
      <SkeletonGroup label="Loading your devices">
        <Skeleton className="h-18" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {devices.map((device) => (
          <Device key={device.id} device={device} now={dataUpdatedAt} onSignOut={() => setLeaving(device)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={`Sign out ${leaving?.device ?? ''}?`}
        text="That device has to sign in again. Use this for a phone you have lost or lent."
        confirmLabel="Sign out"
        isBusy={end.isPending}
        onConfirm={() => leaving && void signOut(leaving)}
        onCancel={() => setLeaving(null)}
      />
    </>
  )
}

type DeviceProps = { device: SignedInDevice; /** Milliseconds. */ now: number; onSignOut: () => void }

function Device({ device, now, onSignOut }: DeviceProps) {
  const Icon = /iPhone|iPad|Android/.test(device.device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {device.device}
          {device.current && <Badge>This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          {device.current ? 'In use now' : `Last used ${timeAgo(device.lastSeenAt, now)}`}, signed in{' '}
          {timeAgo(device.createdAt, now)}
        </p>
      </div>
      {!device.current && (
        <Button variant="secondary" saves onClick={onSignOut} className="min-h-11! px-4! text-sm!">
          Sign out<span className="sr-only"> {device.device}</span>
        </Button>
      )}
    </li>
  )
}
