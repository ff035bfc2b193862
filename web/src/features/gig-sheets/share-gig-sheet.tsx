// The dialog with the shared link of a gig sheet: its options, sharing and revoking it.

import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import type { SheetLink } from '@gaffer/domain/gig-sheets/sheet-link'
import { Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { QueryState } from '#lib/query-state.tsx'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { ShareLinkField } from '#lib/share-link.tsx'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { isOpen: boolean; name: string; eventKey: EventPathParams; onClose: () => void }

export function ShareGigSheetDialog({ isOpen, name, eventKey, onClose }: Props) {
  const link = useEndpoint('GET /api/bands/:bandId/events/:eventId/gig-sheet/share', { params: eventKey })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Share the gig sheet"
      description={gigSheetMessages.gigSheetShareText}
    >
      <QueryState
        query={link}
        fallback={gigSheetMessages.gigSheetShareNotRead}
        loading={
          <SkeletonGroup label="Loading the link">
            <Skeleton className="h-48" />
          </SkeletonGroup>
        }
      >
        {(data) => <LinkFields link={data} name={name} eventKey={eventKey} />}
      </QueryState>
    </Dialog>
  )
}

type LinkOptions = { withFee: boolean; withContact: boolean }
type LinkProps = { link: SheetLink | null; name: string; eventKey: EventPathParams }

function LinkFields({ link, name, eventKey }: LinkProps) {
  const params = eventKey
  const changeLink = useChange('POST /api/bands/:bandId/events/:eventId/gig-sheet/share', {
    changes: 'events',
    failure: { title: link ? gigSheetMessages.gigSheetShareNotChanged : gigSheetMessages.gigSheetNotShared },
    input: (body: LinkOptions) => ({ params, body, idempotencyKey: generateIdempotencyKey() }),
  })
  const revokeLink = useChange('DELETE /api/bands/:bandId/events/:eventId/gig-sheet/share', {
    changes: 'events',
    failure: { title: gigSheetMessages.gigSheetNotRevoked },
  })
  // The chosen options, while there is no link yet or a change of the options is not stored.
  const [chosen, setChosen] = useState<LinkOptions | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { withFee, withContact } = chosen ?? link ?? { withFee: false, withContact: false }

  async function changeOptions(changes: Partial<LinkOptions>) {
    const shown = { withFee, withContact, ...changes }
    setChosen(shown)
    if (link) await sendOptions(shown)
  }

  async function sendOptions(shown: LinkOptions) {
    const saved = await changeLink.send(shown)
    // Shows the options of the stored link again. Without a link, the chosen options stay for the next attempt.
    if (saved || link) setChosen(null)
  }

  async function confirmRevoke() {
    if (!(await revokeLink.send({ params }))) return
    setAsking(false)
    showToast({ title: gigSheetMessages.gigSheetRevoked })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1">
        <Switch
          saves={link !== null}
          label="Show the fee"
          isOn={withFee}
          onChange={(isOn) => void changeOptions({ withFee: isOn })}
        />
        <Switch
          saves={link !== null}
          label="Show the contact"
          hint="Name, phone and email of the venue’s contact"
          isOn={withContact}
          onChange={(isOn) => void changeOptions({ withContact: isOn })}
        />
      </div>
      {link ? (
        <>
          <ShareLinkField label="Link" url={link.url} title={`Gig sheet: ${name}`} text={`Gig sheet: ${name}`} />
          <p className="text-sm text-muted">{gigSheetMessages.gigSheetLinkEnds(weekdayAndDate(link.worksUntil))}</p>
          <Button variant="dangerQuiet" saves onClick={() => setAsking(true)}>
            <Link2Off aria-hidden="true" className="size-5" />
            Revoke link
          </Button>
        </>
      ) : (
        <Button saves isBusy={changeLink.isPending} onClick={() => void sendOptions({ withFee, withContact })}>
          <Link2 aria-hidden="true" className="size-5" />
          Make link
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Revoke the link?"
        text={gigSheetMessages.confirmRevokeGigSheet}
        confirmLabel="Revoke"
        isBusy={revokeLink.isPending}
        onConfirm={() => void confirmRevoke()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
