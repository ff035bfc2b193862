// The dialogs of the calendar link: confirm its replacement, and copy it by hand.

import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Opening } from '#ui/use-dialog-state.ts'

type Props = {
  question: Opening<true>
  byHand: Opening<string>
  /** Closes the question after the replacement succeeded or failed. */
  onReplace: () => Promise<void>
}

export function CalendarLinkDialogs({ question, byHand, onReplace }: Props) {
  const [isReplacing, setReplacing] = useState(false)

  function replace() {
    setReplacing(true)
    void onReplace().finally(() => setReplacing(false))
  }

  return (
    <>
      <ConfirmDialog
        isOpen={question.isOpen}
        title="Replace your calendar link?"
        text="Every calendar app that follows the old link stops getting updates. Paste the new one there."
        confirmLabel="Replace"
        isBusy={isReplacing}
        onConfirm={replace}
        onCancel={question.close}
      />
      {byHand.subject && (
        <AddressDialog key={byHand.count} isOpen={byHand.isOpen} address={byHand.subject} onClose={byHand.close} />
      )}
    </>
  )
}

type AddressProps = { isOpen: boolean; address: string; onClose: () => void }

function AddressDialog({ isOpen, address, onClose }: AddressProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Calendar link">
      <TextField
        label="Address"
        hint={messages.urlCopied.text}
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
