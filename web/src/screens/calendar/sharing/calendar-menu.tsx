// The menu with the calendar link (feed URL) and the .ics exports: three of the selected band, or without one a file per band.

import { messages } from '@gaffer/domain/messages'
import { CalendarSync, Download, RefreshCcwDot, Share } from 'lucide-react'
import { lazy, Suspense, type ComponentProps } from 'react'
import {
  downloadCalendar,
  readCalendarUrls,
  replaceCalendarUrls,
  type CalendarUrls,
  type ExportKind,
} from '#api/calendar-feeds.ts'
import type { OwnMembership } from '#api/me.ts'
import { hasCode } from '#lib/api-error.ts'
import { shareLink } from '#lib/share.ts'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { useDialogState } from '#ui/use-dialog-state.ts'

const CalendarLinkDialogs = lazy(() =>
  import('./calendar-link-dialogs.tsx').then((module) => ({ default: module.CalendarLinkDialogs })),
)

const exports: { kind: ExportKind; label: string }[] = [
  { kind: 'public', label: 'Public events' },
  { kind: 'all', label: 'All events' },
  { kind: 'mine', label: 'My events' },
]

export function CalendarMenu({ membership: { bandId, band } }: { membership: OwnMembership }) {
  const byHand = useDialogState<string>()
  const question = useDialogState<true>()

  async function shareAddress(obtain: (bandId: string) => Promise<CalendarUrls>) {
    let urls: CalendarUrls
    try {
      urls = await obtain(bandId)
    } catch (error) {
      return showFailure(hasCode(error, 'not_signed_in') ? messages.urlNeedsSignIn : messages.urlFailed)
    }
    const outcome = await shareLink({ title: `${band.name} calendar`, text: messages.urlCopied.text, url: urls.full })
    if (outcome === 'copied') showToast(messages.urlCopied)
    if (outcome !== 'refused') return
    console.info('Calendar addresses', urls)
    byHand.open(urls.full)
  }

  /** Closes the question before the new link is shared. */
  function replaceAddress() {
    return shareAddress((id) => replaceCalendarUrls(id).finally(question.close))
  }

  return (
    <>
      <Menu trigger={<MenuButton label="Calendar link and export" />}>
        <MenuItem
          icon={<CalendarSync aria-hidden="true" className="size-5" />}
          onSelect={() => void shareAddress(readCalendarUrls)}
        >
          Calendar link
        </MenuItem>
        <MenuItem icon={<RefreshCcwDot aria-hidden="true" className="size-5" />} onSelect={() => question.open(true)}>
          Replace calendar link
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label="Export">
          {exports.map(({ kind, label }) => (
            <MenuItem
              key={kind}
              icon={<Download aria-hidden="true" className="size-5" />}
              onSelect={() => void save(bandId, kind)}
            >
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      </Menu>
      {[question, byHand].some(({ count }) => count > 0) && (
        <Suspense>
          <CalendarLinkDialogs question={question} byHand={byHand} onReplace={replaceAddress} />
        </Suspense>
      )}
    </>
  )
}

/** The file of a band has its events and days away; all files together have everything that the personal calendar shows. */
export function PersonalCalendarMenu({ bands }: { bands: readonly OwnMembership[] }) {
  if (bands.length === 0) return null
  return (
    <Menu trigger={<MenuButton label="Export" />}>
      <MenuGroup label="Export all events of">
        {bands.map(({ bandId, band }) => (
          <MenuItem
            key={bandId}
            icon={<Download aria-hidden="true" className="size-5" />}
            onSelect={() => void save(bandId, 'all')}
          >
            {band.name}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
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

async function save(bandId: string, kind: ExportKind) {
  try {
    const file = await downloadCalendar(bandId, kind)
    showToast({ title: 'Calendar exported', text: `Downloaded ${file}` })
  } catch (error) {
    showFailure(
      hasCode(error, 'not_signed_in')
        ? { title: 'Authentication required', text: 'Please sign in to export calendar' }
        : { title: 'Export failed', text: 'Failed to export calendar. Please try again.' },
    )
  }
}
