import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { type MenuProps, MenuPartsContext } from './menu-parts.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

export function MenuPanel({ trigger, children, align = 'end', className }: MenuProps) {
  const [isOpen, setOpen] = useState(true)
  useCloseOnBack(isOpen, () => setOpen(false), false)
  return (
    // Neither modal nor in a portal: the menu stays in the landmark of its button.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={clsx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-56 overflow-y-auto rounded-card border border-hairline bg-raised p-1.5 text-left text-text shadow-2xl data-[state=open]:animate-settle',
          className,
        )}
      >
        <MenuPartsContext value={DropdownMenu}>{children}</MenuPartsContext>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
