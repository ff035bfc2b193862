// Shows the selected band and switches to another one.

import { useNavigate } from '@tanstack/react-router'
import { CalendarDays, Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { selectBandIfMember } from '#features/bands/selected-band-store.ts'
import { confirmDiscardingForms } from '#ui/open-forms.ts'
import { BandAvatar } from '#features/bands/avatars.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'

type Props = {
  /** Also shows the member's role in the current band. */
  withRole?: boolean
  onNavigate?: () => void
}

export function BandSwitcher({ withRole = false, onNavigate }: Props) {
  const { bands } = useMeOrThrow()
  const current = useSelectedMembership()
  const navigate = useNavigate()
  const others = bands.filter((membership) => membership !== current)

  async function switchTo(bandId: string) {
    onNavigate?.()
    if (!(await confirmDiscardingForms())) return
    if (!selectBandIfMember(bands, bandId)) return
    // After a reload, a page below /bands/ would select the band of its address again.
    if (location.pathname.startsWith('/bands/')) location.assign('/dashboard')
    // spec.md requires a reload after a change of the selected band.
    else location.reload()
  }

  function createBand() {
    onNavigate?.()
    void navigate({ to: '/onboarding' })
  }

  return (
    <Menu
      align="start"
      className="w-(--radix-dropdown-menu-trigger-width)"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-3 rounded-control border border-hairline p-2 text-left transition-colors hover:bg-lit"
        >
          <span className="sr-only">Switch band. Current: </span>
          {current ? <BandLabel membership={current} withRole={withRole} /> : <NoBandLabel />}
          <ChevronsUpDown aria-hidden="true" className="size-5 shrink-0 text-faint" />
        </button>
      }
    >
      {current && (
        <MenuGroup label="Active Band">
          <MenuItem onSelect={() => undefined} isCurrent>
            <span className="flex items-center gap-3">
              <BandLabel membership={current} withRole />
              <Check aria-hidden="true" className="size-5 shrink-0" />
            </span>
          </MenuItem>
        </MenuGroup>
      )}
      {others.length > 0 && (
        <MenuGroup label={current ? 'Other Bands' : 'Select Band'}>
          {others.map((membership) => (
            <MenuItem key={membership.id} onSelect={() => void switchTo(membership.bandId)}>
              <span className="flex items-center gap-3">
                <BandLabel membership={membership} withRole />
              </span>
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {bands.length > 0 && <MenuSeparator />}
      <MenuItem onSelect={createBand} icon={<Plus aria-hidden="true" className="size-5" />}>
        Create New Band
      </MenuItem>
    </Menu>
  )
}

function BandLabel({ membership, withRole = false }: { membership: OwnMembership; withRole?: boolean }) {
  return (
    <>
      <BandAvatar membership={membership} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{membership.band.name}</span>
        <span className="block truncate text-xs opacity-80">
          {withRole ? `${membership.displayName} · ${membership.role}` : membership.displayName}
        </span>
      </span>
    </>
  )
}

function NoBandLabel() {
  return (
    <>
      <span className="grid size-10 shrink-0 place-content-center rounded-control border border-dashed border-control text-faint">
        <CalendarDays aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">No Band Selected</span>
        <span className="block truncate text-xs text-muted">Personal calendar only</span>
      </span>
    </>
  )
}
