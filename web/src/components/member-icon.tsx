// The icon a member chose for themselves in a band, and their tile: picture, or icon on their colour.

import type { BandIcon } from '@gaffer/domain/band-icons'
import { Crown, Drum, Guitar, Headphones, MicVocal, Music, Piano, type LucideIcon } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'

const icons: Record<BandIcon, LucideIcon> = {
  microphone: MicVocal,
  guitar: Guitar,
  bass: Guitar,
  drum: Drum,
  piano: Piano,
  music: Music,
  headphones: Headphones,
  crown: Crown,
}

/** An icon name this version does not know shows as music. */
export function MemberIcon({ icon, className }: { icon: string; className?: string }) {
  const Icon = icons[icon as BandIcon] ?? Music
  return <Icon aria-hidden="true" className={className} />
}

type Props = {
  member: { avatarUrl: string | null; color: string; icon: string }
  className?: string
  iconClassName?: string
}

export function MemberAvatar({ member, className, iconClassName = 'size-6' }: Props) {
  return (
    <Avatar src={member.avatarUrl} color={member.color} {...(className && { className })}>
      <MemberIcon icon={member.icon} className={iconClassName} />
    </Avatar>
  )
}
