// The menu of the calendar: subscribe by a link, export a file, or connect one of the member's own calendars. The menu of a band has three files to
// export, and the menu of the personal calendar has one for each band.

import { BriefcaseBusiness, CalendarSync, Download, Share } from 'lucide-react'
import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { downloadCalendarFile, type CalendarExportKind } from './queries.ts'
import type { OwnMembership } from '#lib/me.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { useSubscribeDialog } from './use-subscribe-dialog.tsx'

const ConnectBusyCalendarDialog = lazyOverlay(
  () => import('#features/busy-calendars/connect-busy-calendar-dialog.tsx'),
  'ConnectBusyCalendarDialog',
)

const exportItems: { kind: CalendarExportKind; label: string }[] = [
  { kind: 'public', label: 'Public events' },
  { kind: 'all', label: 'All events' },
  { kind: 'mine', label: 'My events' },
]

export function BandCalendarMenu({ membership: { bandId, band } }: { membership: OwnMembership }) {
  return (
    <CalendarMenu bandId={bandId} content={`all events of ${band.name}`}>
      <MenuGroup label="Export">
        {exportItems.map(({ kind, label }) => (
          <MenuItem
            key={kind}
            icon={<Download aria-hidden="true" className="size-5" />}
            onSelect={() => void saveCalendarFile(bandId, kind)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
    </CalendarMenu>
  )
}

/** Exports one file per band, with its events and days away. Together the files have all that the personal calendar shows. */
export function PersonalCalendarMenu({ bands }: { bands: readonly OwnMembership[] }) {
  if (bands.length === 0) return null
  return (
    <CalendarMenu bandId={null} content="the events of all your bands and your days away">
      <MenuGroup label="Export all events of">
        {bands.map(({ bandId, band }) => (
          <MenuItem
            key={bandId}
            icon={<Download aria-hidden="true" className="size-5" />}
            onSelect={() => void saveCalendarFile(bandId, 'all')}
          >
            {band.name}
          </MenuItem>
        ))}
      </MenuGroup>
    </CalendarMenu>
  )
}

type CalendarMenuProps = {
  /** The id of the band; null for the personal calendar. */
  bandId: string | null
  content: string
  children: ReactNode
}

function CalendarMenu({ bandId, content, children }: CalendarMenuProps) {
  const connectDialog = useDialogState<true>()
  const { subscribe, subscribeDialog } = useSubscribeDialog({ bandId, content })
  return (
    <>
      <Menu trigger={<MenuButton label="Subscribe and export" />}>
        <MenuItem icon={<CalendarSync aria-hidden="true" className="size-5" />} onSelect={() => void subscribe()}>
          Subscribe
        </MenuItem>
        <MenuSeparator />
        {children}
        <MenuSeparator />
        <MenuItem
          icon={<BriefcaseBusiness aria-hidden="true" className="size-5" />}
          onSelect={() => connectDialog.open(true)}
        >
          Connect a calendar
        </MenuItem>
      </Menu>
      {connectDialog.subject && (
        <Suspense>
          <ConnectBusyCalendarDialog
            key={connectDialog.count}
            isOpen={connectDialog.isOpen}
            onClose={connectDialog.close}
          />
        </Suspense>
      )}
      {subscribeDialog}
    </>
  )
}

function MenuButton({ label, ...trigger }: { label: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...trigger}
      aria-label={label}
      data-tip={label}
      className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-control text-sm font-semibold text-muted transition-colors hover:bg-lit hover:text-text xl:border xl:border-control xl:px-4 xl:text-text"
    >
      <Share aria-hidden="true" className="size-5" />
      <span className="hidden xl:inline">Export</span>
    </button>
  )
}

async function saveCalendarFile(bandId: string, kind: CalendarExportKind) {
  try {
    const file = await downloadCalendarFile(bandId, kind)
    showToast({ title: 'Calendar exported', text: `Downloaded ${file}` })
  } catch (error) {
    showFailureToast(
      hasErrorCode(error, 'not_signed_in')
        ? { title: 'Authentication required', text: 'Please sign in to export calendar' }
        : { title: 'Export failed', text: 'Failed to export calendar. Please try again.' },
    )
  }
}
