// The navigation on small screens: band switcher, navigation items, theme and "Exit Band".

import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { selectPersonalCalendar } from '#features/bands/selected-band-store.ts'
import { confirmDiscardingForms } from '#ui/open-forms.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { BandSwitcher } from './band-switcher.tsx'
import { navigationItems, NavigationRow, ThemeToggle } from './navigation.tsx'

export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const band = useSelectedMembership()
  const navigate = useNavigate()

  async function exitBand() {
    onClose()
    if (!(await confirmDiscardingForms())) return
    selectPersonalCalendar()
    void navigate({ to: '/dashboard' })
  }

  return (
    <Drawer isOpen={isOpen} onClose={onClose} title="Menu">
      <div className="border-b border-hairline p-3">
        <BandSwitcher withRole onNavigate={onClose} />
      </div>
      <nav aria-label="All pages" className="flex-1 overflow-y-auto p-3">
        <ul className="grid gap-1">
          {navigationItems.map((item) => (
            <li key={item.href}>
              <NavigationRow item={item} onNavigate={onClose} />
            </li>
          ))}
        </ul>
        <div className="mt-3 border-t border-hairline pt-3">
          <ThemeToggle />
        </div>
      </nav>
      <div className="grid gap-3 border-t border-hairline p-4">
        {band && (
          <div className="grid gap-1">
            <Button variant="secondary" isWide aria-describedby="exit-band-hint" onClick={() => void exitBand()}>
              <LogOut aria-hidden="true" className="size-5" />
              Exit Band
            </Button>
            <p id="exit-band-hint" className="text-center text-xs text-muted">
              {bandMessages.personalCalendarAgain}
            </p>
          </div>
        )}
        <p className="text-center text-xs text-faint">Gaffer Band Management Platform</p>
      </div>
    </Drawer>
  )
}
