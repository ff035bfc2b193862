// The bar over every page on small screens: the drawer's button, where one is, and one's own menu.

import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { LogoMark } from '#brand/logo.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { isCurrent, navigation } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

type Props = {
  /** The button is about to be pressed. */
  onNearDrawer: () => void
  onOpenDrawer: () => void
}

export function TopBar({ onNearDrawer, onOpenDrawer }: Props) {
  const section = useLocation({ select: ({ pathname }) => navigation.find((item) => isCurrent(item, pathname))?.label })
  return (
    <header className="sticky top-0 z-30 border-b border-hairline bg-surface pt-safe">
      <div className="flex h-14 items-center gap-2 px-2">
        <IconButton
          label="Open menu"
          icon={<MenuIcon aria-hidden="true" className="size-6" />}
          onPointerEnter={onNearDrawer}
          onFocus={onNearDrawer}
          onClick={onOpenDrawer}
        />
        <LogoMark className="size-6" />
        <p className="min-w-0 flex-1 truncate pl-1 font-semibold">{section}</p>
        <UserMenu />
      </div>
    </header>
  )
}
