// Asks before something that can't be taken back. Says what will go; the safe answer has the focus.

import { AlertDialog } from 'radix-ui'
import { use, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { SavingDisabledContext } from './can-save.ts'
import { sheetLook, veilLook } from './sheet-look.ts'
import { useBackCloses } from './use-back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'

type Props = {
  isOpen: boolean
  title: ReactNode
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isBusy?: boolean
  /** Confirming changes something on the server: not while saving is disabled. */
  saves?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  isOpen,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  isBusy = false,
  saves = true,
  onConfirm,
  onCancel,
}: Props) {
  const savingDisabled = use(SavingDisabledContext)
  const reason = saves ? savingDisabled : null
  const returnFocus = useReturnFocus()
  useBackCloses(isOpen, onCancel)
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={veilLook} />
        <AlertDialog.Content
          data-sheet=""
          className={`${sheetLook} gap-2 p-5! pb-[max(1.25rem,env(safe-area-inset-bottom))]! md:max-w-md`}
          {...(!text && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            returnFocus.capture()
            event.preventDefault()
            cancel.current?.focus()
          }}
          onCloseAutoFocus={returnFocus.restore}
        >
          <AlertDialog.Title className="text-xl font-bold">{title}</AlertDialog.Title>
          {text && <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>}
          {/* What the page says of it is beneath the veil. */}
          <output className={reason ? 'block text-sm font-medium text-warn' : 'sr-only'}>{reason}</output>
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            <Button variant="secondary" ref={cancel} onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button variant="danger" saves={saves} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
