// The side navigation of large screens.

import { Link } from '@tanstack/react-router'
import { useSignedIn } from '#api/me.ts'
import { Logo } from '#brand/logo.tsx'
import { BandSwitcher } from './band-switcher.tsx'
import { navigation } from './navigation.ts'
import { NavigationRow } from './navigation-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'

export function SideNavigation() {
  return (
    <header className="fixed inset-y-0 left-0 z-30 flex w-66 flex-col gap-4 overflow-y-auto border-r border-hairline bg-surface p-3">
      <Link to="/dashboard" aria-label="Gaffer, dashboard" className="self-start rounded-control px-3 pt-3 pb-1">
        <Logo />
      </Link>
      {/* Until the profile is complete, every other page would redirect to /profile. */}
      {useSignedIn().user.profileCompleted ? (
        <>
          <BandSwitcher />
          <nav aria-label="Main" className="flex-1">
            <ul className="grid gap-1">
              {navigation.map((item) => (
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
