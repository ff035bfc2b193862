// A link that lets people in: made here, shown once, handed over by the share sheet, the clipboard or by hand.

import { displayDate } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { Copy, Link2, QrCode as QrIcon, Share2 } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useMakeInviteLink } from '#data/invites.ts'
import { newIdempotencyKey } from '#lib/call.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { copyText, shareLink } from '#lib/share.ts'
import { Button } from '#ui/button.tsx'
import { controlLook } from '#ui/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

export function InviteByLink({ bandId, bandName }: { bandId: string; bandName: string }) {
  const make = useMakeInviteLink(bandId)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isQrShown, setQrShown] = useState(false)
  const link = make.data

  async function generate() {
    try {
      const { inviteLink } = await make.mutateAsync(newIdempotencyKey())
      const isCopied = await copyText(inviteLink)
      showToast({ title: messages.linkMade, text: isCopied ? 'Copied to your clipboard.' : undefined })
    } catch (error) {
      showFailure({ title: messages.linkNotMade, text: sentenceOf(error, messages.tryAgain) })
    }
  }

  async function copy(url: string) {
    if (await copyText(url)) return showToast({ title: 'Link copied' })
    selectByHand()
  }

  async function share(url: string) {
    const outcome = await shareLink({ title: `Join ${bandName}`, text: `Join ${bandName} on Gaffer`, url })
    if (outcome === 'copied') showToast({ title: 'Link copied' })
    if (outcome === 'refused') selectByHand()
  }

  function selectByHand() {
    field.current?.focus()
    field.current?.select()
    showToast({ title: 'Copy the selected link' })
  }

  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-4 rounded-card border border-hairline bg-surface p-5">
      <div>
        <h2 id={`${id}-title`} className="text-lg font-bold">
          Invite by link
        </h2>
        <p className="mt-1 text-sm text-muted">
          Anybody with the link can join, up to {limits.generalInvitationUses} people within {limits.invitationDays}{' '}
          days. They verify their own phone.
        </p>
      </div>
      {link && (
        <div className="grid gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            Link, good until {displayDate(link.expiresAt.slice(0, 10))}
          </label>
          <input
            id={id}
            ref={field}
            readOnly
            value={link.inviteLink}
            onFocus={(event) => event.target.select()}
            className={`${controlLook} h-12`}
          />
          <div className="grid grid-cols-2 gap-3">
            <Button onClick={() => void share(link.inviteLink)}>
              <Share2 aria-hidden="true" className="size-5" />
              Share
            </Button>
            <Button variant="secondary" onClick={() => void copy(link.inviteLink)}>
              <Copy aria-hidden="true" className="size-5" />
              Copy
            </Button>
          </div>
          <Button variant="quiet" aria-expanded={isQrShown} onClick={() => setQrShown(!isQrShown)}>
            <QrIcon aria-hidden="true" className="size-5" />
            {isQrShown ? 'Hide QR code' : 'Show QR code'}
          </Button>
          {isQrShown && (
            <Suspense fallback={<Skeleton className="mx-auto size-56" />}>
              <QrCode text={link.inviteLink} caption={`Scan this to join ${bandName}`} />
            </Suspense>
          )}
        </div>
      )}
      <Button variant={link ? 'quiet' : 'primary'} isBusy={make.isPending} onClick={() => void generate()}>
        <Link2 aria-hidden="true" className="size-5" />
        {link ? 'Make another link' : 'Generate invite link'}
      </Button>
    </section>
  )
}
