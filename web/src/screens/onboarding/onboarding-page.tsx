import { messages } from '@gaffer/domain/messages'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { NewBand } from '@gaffer/domain/band'
import { unusedColor } from '@gaffer/domain/member-icons'
import { useCreateBand } from '#api/bands.ts'
import { selectJoinedBand } from '#api/selected-band-store.ts'
import { useSignedIn } from '#api/me.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { AuthLayout } from '#components/auth-layout.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { BandForm } from './band-form.tsx'
import { LoadBand } from './load-band.tsx'

export function OnboardingPage() {
  const { user, bands } = useSignedIn()
  const navigate = useNavigate()
  const create = useCreateBand()
  const { keyFor } = useIdempotencyKey()

  async function submit(band: NewBand): Promise<boolean> {
    try {
      const { id } = await create.mutateAsync({ ...band, idempotencyKey: keyFor(band) })
      selectJoinedBand(id)
      return true
    } catch (error) {
      showFailure({ title: messages.bandNotCreated, text: getErrorMessage(error, messages.tryAgain) })
      return false
    }
  }

  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        Create Your Band
      </h1>
      <p className="mt-2 mb-6 text-muted">A name is enough to start. Everything here can be changed later.</p>
      <BandForm
        displayName={user.displayName ?? ''}
        defaultMemberColor={unusedColor(bands.map(({ color }) => color))}
        isBusy={create.isPending}
        onSubmit={submit}
        onCreated={() => {
          showToast({ title: messages.bandCreated })
          void navigate({ to: '/calendar' })
        }}
      />
      <LoadBand />
      <Link
        to="/"
        className="mt-6 inline-flex min-h-11 items-center gap-2 self-center font-medium text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Back to band selection
      </Link>
    </AuthLayout>
  )
}
