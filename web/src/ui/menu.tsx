// A menu that drops from a button: groups of things to do.

import { clsx } from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

type MenuProps = { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end'; className?: string }

/** `trigger` is one button; it gets the menu's attributes. */
export function Menu({ trigger, children, align = 'end', className }: MenuProps) {
  return (
    // Neither modal nor moved to the end of the document: the menu stays in the landmark of its button.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className={clsx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 overflow-y-auto rounded-card border border-hairline bg-raised p-1.5 text-text shadow-2xl data-[state=open]:animate-settle',
          className,
        )}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

type ItemProps = { onSelect: () => void; icon?: ReactNode; children: ReactNode; isCurrent?: boolean }

export function MenuItem({ onSelect, icon, children, isCurrent }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      aria-current={isCurrent || undefined}
      className="flex min-h-12 items-center gap-3 rounded-control px-3 py-2 text-base outline-none select-none data-highlighted:bg-text data-highlighted:text-bg"
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </DropdownMenu.Item>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Group>
      <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs font-semibold text-faint">{label}</DropdownMenu.Label>
      {children}
    </DropdownMenu.Group>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-hairline" />
}
