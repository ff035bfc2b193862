import type { OwnMembership } from '@gaffer/domain/bands/member'
import { Avatar, type AvatarSize } from '#ui/avatar.tsx'
import { MemberIcon } from './member-icon.tsx'

type Props = {
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

export function MemberAvatar({ member, size = 'md', ...rest }: Props) {
  return (
    <Avatar src={member.avatarUrl} color={member.color} size={size} {...rest}>
      <MemberIcon icon={member.icon} className={iconSizes[size]} />
    </Avatar>
  )
}

type BandProps = { membership: Pick<OwnMembership, 'band' | 'color' | 'icon'>; size: keyof typeof iconSizes }

/** The band's picture, or the coloured icon of the member's card. */
export function BandAvatar({ membership: { band, color, icon }, size }: BandProps) {
  return <MemberAvatar member={{ avatarUrl: band.avatarUrl, color, icon }} size={size} />
}
