// The top bar of small screens: drawer button, current section, bell, user menu. Sizes in px: at 200 % text the label needs the room.

import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { LogoMark } from '#brand/logo.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NoticesBell } from './notices-bell.tsx'
import { sectionLabelOf } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

type Props = {
  /** Called when the drawer button is hovered or focused. */
  onNearDrawer?: () => void
  onOpenDrawer?: () => void
}

export function TopBar({ onNearDrawer, onOpenDrawer }: Props) {
  const section = useLocation({ select: ({ pathname }) => sectionLabelOf(pathname) })
  return (
    <header className="@container sticky top-0 z-30 border-b border-hairline bg-surface pt-safe print:hidden">
      <div className="flex min-h-[56px] items-center gap-[8px] px-[8px] py-[4px]">
        {/* No drawer button until the profile is complete: every other page would redirect to /profile. */}
        {onOpenDrawer && (
          <IconButton
            label="Open menu"
            icon={<MenuIcon aria-hidden="true" className="size-[24px]" />}
            onPointerEnter={onNearDrawer}
            onFocus={onNearDrawer}
            onClick={onOpenDrawer}
            size="bar"
          />
        )}
        <LogoMark className="size-[24px] @max-[12rem]:hidden" />
        <p className="line-clamp-2 min-w-0 flex-1 pl-1 leading-tight font-semibold break-words">{section}</p>
        {onOpenDrawer && <NoticesBell />}
        <UserMenu />
      </div>
    </header>
  )
}
