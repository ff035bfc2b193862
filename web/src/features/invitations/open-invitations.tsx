import { formatDayInLondon } from '@gaffer/domain/shared/dates'
import type { InvitationListItem } from '@gaffer/domain/invitations/invitation'
import { formatUkMobile } from '@gaffer/domain/shared/phone'
import { Link2, Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'

const kindIcons = { general: Link2, phone: MessageSquare, email: Mail, founder: Link2 }

export function OpenInvitations({ bandId }: { bandId: string }) {
  const invitations = useEndpoint('GET /api/bands/:bandId/invites', { params: { bandId } })
  const revoke = useChange('DELETE /api/bands/:bandId/invites/:inviteId', {
    changes: 'invites',
    // No toast for `not_found`: the invitation was used or revoked meanwhile, so it is gone anyway.
    failure: (error) => (hasErrorCode(error, 'not_found') ? null : { title: 'Error' }),
  })
  const [invitationToRevoke, setInvitationToRevoke] = useState<InvitationListItem | null>(null)

  async function revokeInvitation({ id }: InvitationListItem) {
    if (await revoke.send({ params: { bandId, inviteId: id } })) showToast({ title: 'Invitation revoked' })
    setInvitationToRevoke(null)
  }

  return (
    <QueryState query={invitations} title="Open invitations" fallback="Failed to fetch invitations" empty={null}>
      {(open) => (
        <section aria-labelledby="invitations">
          <h2 id="invitations" className="mb-3 flex items-baseline gap-2 text-lg font-bold">
            Open invitations
            <span className="text-base font-semibold text-muted tabular-nums">{open.length}</span>
          </h2>
          <ul className="grid grid-cols-1 gap-2">
            {open.map((invitation) => {
              const Icon = kindIcons[invitation.kind]
              return (
                <li
                  key={invitation.id}
                  className={`${cardClassName} flex flex-wrap items-center gap-x-3 py-2 pr-2 pl-4`}
                >
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
                  <div className="min-w-0 flex-1 basis-24">
                    <p className="font-semibold break-words">{formatInvitationName(invitation)}</p>
                    <p className="text-sm break-words text-muted">
                      <span id={`made-${invitation.id}`} className="block">
                        {formatOrigin(invitation)}
                      </span>
                      {invitation.maxUses > 1 && `${invitation.uses} of ${invitation.maxUses} joined · `}
                      Until {formatDayInLondon(invitation.expiresAt)}
                    </p>
                  </div>
                  <Button
                    variant="quiet"
                    saves
                    className="ml-auto px-3 text-sm"
                    aria-label={`Revoke ${formatInvitationName(invitation)}`}
                    aria-describedby={`made-${invitation.id}`}
                    onClick={() => setInvitationToRevoke(invitation)}
                  >
                    Revoke
                  </Button>
                </li>
              )
            })}
          </ul>
          <ConfirmDialog
            isOpen={invitationToRevoke !== null}
            title="Revoke this invitation?"
            text="Its link stops working at once. This cannot be undone."
            confirmLabel="Revoke"
            isBusy={revoke.isPending}
            onConfirm={() => invitationToRevoke && void revokeInvitation(invitationToRevoke)}
            onCancel={() => setInvitationToRevoke(null)}
          />
        </section>
      )}
    </QueryState>
  )
}

function formatOrigin({ invitedBy, createdAt }: InvitationListItem): string {
  return invitedBy ? `By ${invitedBy} on ${formatDayInLondon(createdAt)}` : `Made on ${formatDayInLondon(createdAt)}`
}

function formatInvitationName({ kind, phone, email, displayName, note }: InvitationListItem): string {
  if (kind === 'phone' && phone) return [displayName, formatUkMobile(phone)].filter(Boolean).join(', ')
  if (kind === 'email') return [displayName, email].filter(Boolean).join(', ')
  return note ?? 'Invite link'
}
