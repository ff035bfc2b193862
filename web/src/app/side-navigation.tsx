// The side navigation of large screens.

import { Link } from '@tanstack/react-router'
import { useMeOrThrow } from '#lib/me.ts'
import { Logo } from '#brand/logo.tsx'
import { NoticesBell } from './notices-bell.tsx'
import { BandSwitcher } from './band-switcher.tsx'
import { navigationItems } from './navigation.ts'
import { NavigationRow } from './navigation-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'

export function SideNavigation() {
  // Until the profile is complete, every other page would redirect to /profile.
  const hasNavigation = useMeOrThrow().user.profileCompleted
  return (
    <header className="fixed inset-y-0 left-0 z-30 flex w-66 flex-col gap-4 overflow-y-auto border-r border-hairline bg-surface p-3 print:hidden">
      <div className="flex items-center justify-between pt-2">
        <Link
          to="/dashboard"
          aria-label="Gaffer, dashboard"
          className="flex min-h-11 items-center rounded-control px-3"
        >
          <Logo />
        </Link>
        {hasNavigation && <NoticesBell />}
      </div>
      {hasNavigation ? (
        <>
          <BandSwitcher />
          <nav aria-label="Main" className="flex-1">
            <ul className="grid gap-1">
              {navigationItems.map((item) => (
                <li key={item.href}>
                  <NavigationRow item={item} />
                </li>
              ))}
            </ul>
          </nav>
        </>
      ) : (
        <div className="flex-1" />
      )}
      <div className="grid grid-cols-1 gap-1 border-t border-hairline pt-3">
        <ThemeToggle />
        <UserMenu isWide />
      </div>
    </header>
  )
}
