import { firstInitial } from '@gaffer/domain/shared/first-grapheme'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, DoorOpen, LogOut, UserRound } from 'lucide-react'
import { signOut } from '#features/sign-in/sign-out.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { selectPersonalCalendar } from '#features/bands/selected-band-store.ts'
import { confirmDiscardingForms } from '#ui/open-forms.ts'
import { Avatar } from '#ui/avatar.tsx'
import { readableTextColorOn } from '@gaffer/domain/shared/readable-color'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'

const neutralColor = '#4b5563'

/** `isWide` adds the name. Otherwise the picture has a badge with the role's initial in the band's colour. */
export function UserMenu({ isWide = false }: { isWide?: boolean }) {
  const { user } = useMeOrThrow()
  const membership = useSelectedMembership()
  const navigate = useNavigate()
  // Without a profile the username is the phone number, which must not be read aloud.
  const name = user.displayName ?? 'Your account'

  async function exitBand() {
    if (!(await confirmDiscardingForms())) return
    selectPersonalCalendar()
    void navigate({ to: '/dashboard' })
  }

  const picture = (
    <Avatar src={user.avatarUrl} color={neutralColor} size="bar" isRound>
      {user.displayName ? firstInitial(user.displayName) : <UserRound className="size-5" />}
    </Avatar>
  )
  const trigger = isWide ? (
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-left transition-colors hover:bg-lit"
    >
      <span className="sr-only">Your menu: </span>
      {picture}
      <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
      <ChevronsUpDown aria-hidden="true" className="size-5 text-faint" />
    </button>
  ) : (
    <button type="button" className="relative grid size-[44px] shrink-0 place-content-center rounded-full">
      <span className="sr-only">Your menu: {name}</span>
      {picture}
      {membership && <RoleBadge role={membership.role} color={membership.color} />}
    </button>
  )

  return (
    <Menu trigger={trigger} align={isWide ? 'start' : 'end'}>
      <MenuItem
        icon={<UserRound aria-hidden="true" className="size-5" />}
        onSelect={() => void navigate({ to: '/profile' })}
      >
        View Profile
      </MenuItem>
      {membership && (
        <MenuItem
          icon={<DoorOpen aria-hidden="true" className="size-5" />}
          hint={bandMessages.personalCalendarAgain}
          onSelect={() => void exitBand()}
        >
          Exit Band
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" className="size-5" />} onSelect={() => void signOut()}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}

function RoleBadge({ role, color }: { role: string; color: string }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -right-0.5 -bottom-0.5 grid size-[20px] place-content-center rounded-full border-2 border-surface text-[12px] leading-none font-bold"
      style={{ backgroundColor: color, color: readableTextColorOn(color) }}
    >
      {firstInitial(role)}
    </span>
  )
}
