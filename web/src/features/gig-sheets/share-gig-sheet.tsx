// The dialog with the shared link of a gig sheet: its options, sharing and revoking it.

import { weekdayAndDate } from '@gaffer/domain/shared/dates'
import { messages } from '@gaffer/domain/shared/messages'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import type { SheetLink } from '@gaffer/domain/gig-sheets/sheet-link'
import { Link2, Link2Off } from 'lucide-react'
import { useState } from 'react'
import { useGigSheetShareLink, useRevokeGigSheetShareLink, useSaveGigSheetShareLink } from './queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { ShareLinkField } from '#lib/share-link.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'

type Props = { isOpen: boolean; name: string; eventKey: EventPathParams; onClose: () => void }

export function ShareGigSheetDialog({ isOpen, name, eventKey, onClose }: Props) {
  const link = useGigSheetShareLink(eventKey)
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
  const { mutateAsync: share, isPending } = useSaveGigSheetShareLink(eventKey)
  const { mutateAsync: revoke, isPending: isRevoking } = useRevokeGigSheetShareLink(eventKey)
  // The options of a link that is not made yet, or of a change until it is stored.
  const [chosen, setChosen] = useState<LinkOptions | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { withFee, withContact } = chosen ?? link ?? { withFee: false, withContact: false }

  async function change(changes: Partial<LinkOptions>) {
    const shown = { withFee, withContact, ...changes }
    setChosen(shown)
    if (link) await send(shown, gigSheetMessages.gigSheetShareNotChanged)
  }

  async function send(shown: LinkOptions, failure: string) {
    try {
      await share(shown)
    } catch (error) {
      showFailureToast({ title: failure, text: getErrorMessage(error, messages.tryAgain) })
      // The options stay chosen for the next attempt to make the link.
      if (!link) return
    }
    // The options of the stored link are shown again.
    setChosen(null)
  }

  async function confirmRevoke() {
    try {
      await revoke()
      setAsking(false)
      showToast({ title: gigSheetMessages.gigSheetRevoked })
    } catch (error) {
      showFailureToast({ title: gigSheetMessages.gigSheetNotRevoked, text: getErrorMessage(error, messages.tryAgain) })
    }
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1">
        <Switch
          saves={link !== null}
          label="Show the fee"
          isOn={withFee}
          onChange={(isOn) => void change({ withFee: isOn })}
        />
        <Switch
          saves={link !== null}
          label="Show the contact"
          hint="Name, phone and email of the venue’s contact"
          isOn={withContact}
          onChange={(isOn) => void change({ withContact: isOn })}
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
        <Button
          saves
          isBusy={isPending}
          onClick={() => void send({ withFee, withContact }, gigSheetMessages.gigSheetNotShared)}
        >
          <Link2 aria-hidden="true" className="size-5" />
          Make link
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Revoke the link?"
        text={gigSheetMessages.confirmRevokeGigSheet}
        confirmLabel="Revoke"
        isBusy={isRevoking}
        onConfirm={() => void confirmRevoke()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
