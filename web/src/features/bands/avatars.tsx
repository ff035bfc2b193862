import type { OwnMembership } from '@gaffer/domain/bands/member'
import { Avatar, type AvatarSize } from '#ui/avatar.tsx'
import type { MemberIconName } from '@gaffer/domain/bands/member-icons'
import { Crown, Drum, Guitar, Headphones, MicVocal, Music, Piano, type LucideIcon } from 'lucide-react'

const iconComponents: Record<MemberIconName, LucideIcon> = {
  microphone: MicVocal,
  guitar: Guitar,
  bass: Guitar,
  drum: Drum,
  piano: Piano,
  music: Music,
  headphones: Headphones,
  crown: Crown,
}

/** The icon of a member. An icon name that only a newer release has is shown as a music note. */
export function MemberIcon({ icon, className }: { icon: string; className?: string }) {
  const Icon = iconComponents[icon as MemberIconName] ?? Music
  return <Icon aria-hidden="true" className={className} />
}

type MemberAvatarProps = {
  member: { avatarUrl: string | null; color: string; icon: string }
  size?: keyof typeof iconSizes
  isRound?: boolean
  className?: string
}

const iconSizes = {
  xs: 'size-4.5',
  sm: 'size-5',
  md: 'size-6',
  xl: 'size-7',
  heading: 'size-7',
} satisfies Partial<Record<AvatarSize, string>>

export function MemberAvatar({ member, size = 'md', ...rest }: MemberAvatarProps) {
  return (
    <Avatar src={member.avatarUrl} color={member.color} size={size} {...rest}>
      <MemberIcon icon={member.icon} className={iconSizes[size]} />
    </Avatar>
  )
}

type BandAvatarProps = { membership: Pick<OwnMembership, 'band' | 'color' | 'icon'>; size: keyof typeof iconSizes }

/** The band's picture; without one, the icon of the user's membership in its colour. */
export function BandAvatar({ membership: { band, color, icon }, size }: BandAvatarProps) {
  return <MemberAvatar member={{ avatarUrl: band.avatarUrl, color, icon }} size={size} />
}
