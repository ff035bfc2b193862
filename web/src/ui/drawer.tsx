// A panel that slides in from the left over the page. Same focus rules as a dialog.

import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { veilLook } from './sheet-look.ts'
import { useReturnFocus } from './use-return-focus.ts'

type Props = { isOpen: boolean; onClose: () => void; title: string; children: ReactNode }

export function Drawer({ isOpen, onClose, title, children }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={veilLook} />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={returnFocus.capture}
          onCloseAutoFocus={returnFocus.restore}
          className="fixed inset-y-0 left-0 z-40 flex w-75 max-w-[85vw] flex-col border-r border-hairline bg-surface pt-safe pb-safe text-text shadow-2xl outline-none data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
