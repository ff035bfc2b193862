import type { MemberIconName } from '@gaffer/domain/bands/member-icons'
import { Crown, Drum, Guitar, Headphones, MicVocal, Music, Piano, type LucideIcon } from 'lucide-react'

const icons: Record<MemberIconName, LucideIcon> = {
  microphone: MicVocal,
  guitar: Guitar,
  bass: Guitar,
  drum: Drum,
  piano: Piano,
  music: Music,
  headphones: Headphones,
  crown: Crown,
}

/** An icon name that this version does not know shows as music. */
export function MemberIcon({ icon, className }: { icon: string; className?: string }) {
  const Icon = icons[icon as MemberIconName] ?? Music
  return <Icon aria-hidden="true" className={className} />
}
