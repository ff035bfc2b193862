// The calendar's address to copy by hand, where the browser lets a page neither share nor copy.

import { messages } from '@gaffer/domain/messages'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'

type Props = { isOpen: boolean; address: string; onClose: () => void }

export function AddressDialog({ isOpen, address, onClose }: Props) {
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
