// For platform admins: creates an invitation for the founder of a new band.

import { formatDayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { generateIdempotencyKey } from '#lib/request.ts'
import { ShareLinkField } from '#lib/share-link.tsx'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-store.ts'

export function InviteFounder() {
  const createInvitation = useChange('POST /api/platform/invites', {
    changes: 'nothing',
    failure: { title: invitationMessages.linkNotMade },
  })
  /** The last link that was made. It stays on screen if the server refuses to make another one. */
  const [link, setLink] = useState<typeof createInvitation.data>()

  async function makeLink() {
    const madeLink = await createInvitation.send({ idempotencyKey: generateIdempotencyKey() })
    if (!madeLink) return
    setLink(madeLink.reply)
    showToast({ title: invitationMessages.linkMade })
  }

  return (
    <>
      <p className="text-muted">
        You run this Gaffer. This link lets one person start their own band. It works for {limits.founderInvitationDays}{' '}
        days.
      </p>
      {link && (
        <ShareLinkField
          label={invitationMessages.linkUntil(formatDayInLondon(link.expiresAt))}
          url={link.inviteLink}
          title="Start your band on Gaffer"
          text="Start your band on Gaffer"
        />
      )}
      <Button
        variant="secondary"
        saves
        isBusy={createInvitation.isPending}
        onClick={() => void makeLink()}
        className="justify-self-start max-sm:w-full"
      >
        <Link2 aria-hidden="true" className="size-5" />
        {link ? 'Make another link' : 'Invite a founder'}
      </Button>
    </>
  )
}
