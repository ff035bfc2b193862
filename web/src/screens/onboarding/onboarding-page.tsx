import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { NewBand } from '@gaffer/domain/bands/band'
import { pickNewMembershipColor } from '@gaffer/domain/bands/member-icons'
import { useChange } from '#offline/use-change.ts'
import { selectBandUnchecked } from '#features/bands/selected-band-store.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { showToast } from '#ui/toast-store.ts'
import { NewBandForm } from './band-form.tsx'
import { LoadBandSection } from '#features/band-file/load-band.tsx'

export function OnboardingPage() {
  const { user, bands } = useMeOrThrow()
  const navigate = useNavigate()
  const create = useChange('POST /api/bands', { changes: 'members', failure: { title: bandMessages.bandNotCreated } })
  const { keyFor } = useIdempotencyKeySource()

  async function submit(band: NewBand): Promise<boolean> {
    const created = await create.send({ body: band, idempotencyKey: keyFor(band) })
    if (created) selectBandUnchecked(created.reply.id)
    return created !== null
  }

  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        Create Your Band
      </h1>
      <p className="mt-2 mb-6 text-muted">A name is enough to start. Everything here can be changed later.</p>
      <NewBandForm
        displayName={user.displayName ?? ''}
        defaultMemberColor={pickNewMembershipColor(bands.map(({ color }) => color))}
        isBusy={create.isPending}
        onSubmit={submit}
        onCreated={() => {
          showToast({ title: bandMessages.bandCreated })
          void navigate({ to: '/calendar' })
        }}
      />
      <LoadBandSection />
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
