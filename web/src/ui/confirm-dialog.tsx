// Asks before an action. The cancel button comes last and has the focus. It is the primary button too, unless `confirmVariant` is primary.
// Presses are ignored during the first 500 ms (use-input-delay.ts).

import { clsx } from 'clsx'
import { AlertDialog } from 'radix-ui'
import { use, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { SavingDisabledReasonContext } from './saving-disabled.tsx'
import { sheetClassName, overlayClassName } from './sheet-styles.ts'
import { useDialog } from './use-dialog.ts'
import { useIsInputReady } from './use-input-delay.ts'

type Props = {
  isOpen: boolean
  title: ReactNode
  text?: ReactNode
  /** Content that scrolls together with the text on low screens. */
  children?: ReactNode
  confirmLabel: string
  /** `dangerOutline` (red) for an action that deletes or cancels something, `primary` for one that Undo takes back. */
  confirmVariant?: 'dangerOutline' | 'secondary' | 'primary'
  cancelLabel?: string
  isBusy?: boolean
  canConfirm?: boolean
  /** Confirming sends a change, so the confirm button is off while saving is disabled. */
  saves?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Called on Escape and on Back instead of `onCancel`. */
  onDismiss?: () => void
}

/** Mounts the dialog with its first opening: most questions of a page are never asked. */
export function ConfirmDialog(props: Props) {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  return wasOpened && <MountedDialog {...props} />
}

function MountedDialog({
  isOpen,
  title,
  text,
  children,
  confirmLabel,
  confirmVariant = 'dangerOutline',
  cancelLabel = 'Cancel',
  isBusy = false,
  canConfirm = true,
  saves = true,
  onConfirm,
  onCancel,
  onDismiss = onCancel,
}: Props) {
  const savingDisabled = use(SavingDisabledReasonContext)
  const reason = saves ? savingDisabled : null
  const isReady = useIsInputReady(isOpen)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const { contentProps } = useDialog({ isOpen, onClose: onDismiss, firstFocus: () => cancelButton.current })
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && isReady && onDismiss()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClassName} />
        <AlertDialog.Content
          data-sheet=""
          className={`${sheetClassName} gap-2 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:h-fit md:w-[min(28rem,92vw)]`}
          {...(!text && { 'aria-describedby': undefined })}
          {...contentProps}
        >
          <AlertDialog.Title className="text-xl font-bold">{title}</AlertDialog.Title>
          <div className="-mx-5 min-h-0 overflow-y-auto overscroll-contain px-5">
            {text && <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>}
            {children}
          </div>
          {/* Repeats the message of the page's banner, which the overlay covers. */}
          <output className={reason ? 'block text-sm font-medium text-warn' : 'sr-only'}>{reason}</output>
          <div className={clsx('mt-4 grid gap-3 sm:grid-cols-2', !isReady && 'pointer-events-none')}>
            <Button
              variant={confirmVariant}
              saves={saves}
              isBusy={isBusy}
              disabled={!canConfirm}
              onClick={() => isReady && onConfirm()}
            >
              {confirmLabel}
            </Button>
            <Button
              ref={cancelButton}
              variant={confirmVariant === 'primary' ? 'secondary' : 'primary'}
              onClick={() => isReady && onCancel()}
            >
              {cancelLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
