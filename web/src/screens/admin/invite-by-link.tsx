// A link that lets people in: made here, shown once, handed over by the share sheet, the clipboard or by hand.

import { displayDate } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { Copy, Link2, Share2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { useMakeInviteLink } from '#data/invites.ts'
import { newIdempotencyKey } from '#lib/call.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { copyText, shareLink } from '#lib/share.ts'
import { Button } from '#ui/button.tsx'
import { controlLook } from '#ui/field.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

export function InviteByLink({ bandId, bandName }: { bandId: string; bandName: string }) {
  const make = useMakeInviteLink(bandId)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const link = make.data

  async function generate() {
    try {
      const { inviteLink } = await make.mutateAsync(newIdempotencyKey())
      const isCopied = await copyText(inviteLink)
      showToast({ title: 'Invite link generated!', text: isCopied ? 'Copied to your clipboard.' : undefined })
    } catch (error) {
      showFailure({ title: 'Error generating link', text: sentenceOf(error, messages.tryAgain) })
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
        </div>
      )}
      <Button variant={link ? 'quiet' : 'primary'} isBusy={make.isPending} onClick={() => void generate()}>
        <Link2 aria-hidden="true" className="size-5" />
        {link ? 'Make another link' : 'Generate invite link'}
      </Button>
    </section>
  )
}
