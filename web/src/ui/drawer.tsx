import { Dialog as Primitive } from 'radix-ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { overlayClassName } from './sheet-styles.ts'
import { useDialog } from './use-dialog.ts'

type Props = { isOpen: boolean; onClose: () => void; title: string; children: ReactNode }

export function Drawer({ isOpen, onClose, title, children }: Props) {
  const { contentProps } = useDialog({ isOpen, onClose })
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClassName} />
        <Primitive.Content
          aria-describedby={undefined}
          {...contentProps}
          className="fixed inset-y-0 left-0 z-40 flex w-75 max-w-[85vw] flex-col border-r border-hairline bg-surface pt-safe pb-safe text-text shadow-2xl outline-none data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          <IconButton
            label="Close"
            icon={<X aria-hidden="true" className="size-6" />}
            onClick={onClose}
            className="absolute top-[calc(env(safe-area-inset-top)+0.375rem)] left-[calc(100%+0.125rem)] border border-hairline bg-surface"
          />
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
