import { formatDayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { Link2, QrCode as QrIcon } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { generateIdempotencyKey } from '#lib/request.ts'
import { copyText } from '#lib/share.ts'
import { ShareLinkField } from '#lib/share-link.tsx'
import { lazyPart } from '#lib/lazy-part.tsx'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode')

const doubleClickMs = 500

export function InviteByLink({ bandId, bandName }: { bandId: string; bandName: string }) {
  const makeLink = useChange('POST /api/bands/:bandId/invites/general', {
    changes: 'invites',
    failure: { title: invitationMessages.linkNotMade },
  })
  const id = useId()
  const [isQrShown, setQrShown] = useState(false)
  /** The last link that was made. It stays on screen if the server refuses to make another one. */
  const [link, setLink] = useState<typeof makeLink.data>()
  const [note, setNote] = useState('')
  useUnsavedEntries({ isDirty: note.trim() !== '' })
  const [idempotencyKey, setKey] = useState(generateIdempotencyKey)
  const lastClickOrReplyAt = useRef(Number.NEGATIVE_INFINITY)

  function changeNote(text: string) {
    setNote(text)
    setKey(generateIdempotencyKey())
  }

  async function generateLink() {
    // Ignores the second click of a double click, which may come before the button is disabled, or after the response.
    if (performance.now() - lastClickOrReplyAt.current < doubleClickMs) return
    lastClickOrReplyAt.current = performance.now()
    const madeLink = await makeLink.send({ params: { bandId }, body: { note }, idempotencyKey })
    if (!madeLink) return
    lastClickOrReplyAt.current = performance.now()
    setLink(madeLink.reply)
    // Keeps a note that was typed while the request ran.
    setNote((now) => (now === note ? '' : now))
    setKey(generateIdempotencyKey())
    const isCopied = await copyText(madeLink.reply.inviteLink)
    showToast({ title: invitationMessages.linkMade, text: isCopied ? 'Copied to your clipboard.' : undefined })
  }

  return (
    <Card as="section" aria-labelledby={`${id}-title`} className="grid grid-cols-1 gap-4 p-5">
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
        <div className="grid grid-cols-1 gap-2">
          <ShareLinkField
            label={invitationMessages.linkUntil(formatDayInLondon(link.expiresAt))}
            url={link.inviteLink}
            title={`Join ${bandName}`}
            text={`Join ${bandName} on Gaffer`}
          />
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
      <TextField
        label="Note"
        isOptional
        hint="Who it is for, to tell it from other links. Only those who may invite see it."
        maxLength={limits.invitationNoteLength}
        value={note}
        onChange={(event) => changeNote(event.target.value)}
      />
      <Button
        variant={link ? 'quiet' : 'primary'}
        saves
        isBusy={makeLink.isPending}
        onClick={() => void generateLink()}
      >
        <Link2 aria-hidden="true" className="size-5" />
        {link ? 'Make another link' : 'Generate invite link'}
      </Button>
    </Card>
  )
}
