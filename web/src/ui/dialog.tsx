// A bottom sheet on phones, centred from 768 px. Returns the focus to its opener, and asks before it discards unsaved changes.

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { use, useRef, type ReactNode, type RefObject } from 'react'
import { SavingDisabledReasonContext } from './saving-disabled.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { sheetClassName, overlayClassName } from './sheet-styles.ts'
import type { FormDraftSource } from './open-forms.ts'
import { useDialog } from './use-dialog.ts'
import { DialogFormsContext, type UnsavedEntries } from './use-unsaved-entries.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** Always visible below the scrolling content. */
  footer?: ReactNode
  /** Whether the footer shows the reason while saving is disabled. False if a button of the footer does not save. */
  footerSaves?: boolean
  /** Whether there are unsaved changes: closing the dialog and leaving the page then ask first. */
  isDirty?: UnsavedEntries['isDirty'] | undefined
  draft?: FormDraftSource | undefined
  /** The element that gets the focus instead of the heading, for a dialog that starts with typing. */
  firstFocus?: RefObject<HTMLElement | null>
  height?: keyof typeof heights
}

const heights = {
  content: 'md:h-fit',
  /** Fixed height, so that the dialog does not resize with its content. */
  tall: 'h-dvh md:h-[min(42rem,86dvh)]',
}

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  footer,
  footerSaves = true,
  isDirty,
  draft,
  firstFocus,
  height = 'content',
}: Props) {
  const disabledReason = use(SavingDisabledReasonContext)
  const savingDisabled = footerSaves ? disabledReason : null
  const heading = useRef<HTMLHeadingElement>(null)
  const { close, forms, isAsking, closeQuestion, contentProps } = useDialog({
    isOpen,
    onClose,
    // A focused field would open a phone's keyboard, which covers half the sheet.
    firstFocus: () => firstFocus?.current ?? heading.current,
    entries: isDirty === undefined ? null : { isDirty, draft },
  })

  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClassName} />
        <Primitive.Content
          data-sheet=""
          className={clsx(sheetClassName, 'pb-safe md:w-[min(34rem,92vw)] md:pb-0', heights[height])}
          {...(!description && { 'aria-describedby': undefined })}
          {...contentProps}
        >
          <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-2 short:pt-0 short:pb-0">
            <div className="grid min-w-0 grid-cols-1 gap-1 pt-2">
              <Primitive.Title ref={heading} tabIndex={-1} className="text-xl font-bold">
                {title}
              </Primitive.Title>
              {description && (
                <Primitive.Description className="text-sm text-muted">{description}</Primitive.Description>
              )}
            </div>
            <IconButton
              label="Close"
              icon={<X aria-hidden="true" className="size-6" />}
              onClick={close}
              className="-mr-2"
            />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
            <DialogFormsContext value={forms}>{children}</DialogFormsContext>
          </div>
          {footer && (
            <div className="border-t border-hairline px-5 py-3 short:py-1">
              {/* Repeats the message of the page's banner, which the overlay covers. */}
              <output className={clsx('text-sm font-medium text-warn', savingDisabled && 'mb-3 block')}>
                {savingDisabled}
              </output>
              {footer}
            </div>
          )}
          <ConfirmDialog
            isOpen={isAsking}
            title="Discard your changes?"
            text="What you entered here has not been saved."
            confirmLabel="Discard"
            cancelLabel="Keep editing"
            saves={false}
            onConfirm={() => closeQuestion(true)}
            onCancel={() => closeQuestion(false)}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
