import { monogramOf } from '@gaffer/domain/monogram'
import type { OwnMembership } from '@gaffer/domain/member'
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

type BandProps = { membership: Pick<OwnMembership, 'band' | 'color'>; size: AvatarSize }

/** The band's picture, or its monogram in the member's colour: the member's icon may be the same in two bands. */
export function BandAvatar({ membership: { band, color }, size }: BandProps) {
  return (
    <Avatar src={band.avatarUrl} color={color} size={size}>
      {monogramOf(band.name)}
    </Avatar>
  )
}
