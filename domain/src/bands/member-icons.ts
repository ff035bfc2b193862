// Icons and colours of members, which members choose for themselves and admins for members whom they add.

export const memberIconNames = [
  'microphone',
  'guitar',
  'bass',
  'drum',
  'piano',
  'music',
  'headphones',
  'crown',
] as const
export type MemberIconName = (typeof memberIconNames)[number]

export const defaultMemberIcon: MemberIconName = 'music'
export const defaultMemberColor = '#6b7280'

const colorNames: Record<string, string> = {
  [defaultMemberColor]: 'grey',
  '#2563eb': 'blue',
  '#dc2626': 'red',
  '#6b7f2a': 'olive green',
  '#9333ea': 'purple',
  '#c2703d': 'orange-brown',
  '#0f766e': 'teal',
  '#be185d': 'pink',
  '#b45309': 'amber',
  '#0369a1': 'light blue',
  '#15803d': 'green',
  '#a21caf': 'magenta',
}

/** The English name of an offered colour; undefined for any other colour. */
export function findColorName(color: string): string | undefined {
  return colorNames[color.toLowerCase()]
}

/**
 * The default colour of a new membership: the first colour that no other band of the user has. Grey for the first band, and when
 * all colours are used.
 */
export function pickNewMembershipColor(used: readonly string[]): string {
  const taken = new Set(used.map((color) => color.toLowerCase()))
  return Object.keys(colorNames).find((color) => !taken.has(color)) ?? defaultMemberColor
}

export type MemberIconChoice = { label: string; icon: MemberIconName; color: string }

/** Icons that the page for a new band offers; it suggests `label` as the role. The dialog that edits a member offers them too. */
export const bandCreatorIconChoices: readonly MemberIconChoice[] = [
  { label: 'Vocalist', icon: 'microphone', color: '#c2703d' },
  { label: 'Guitarist', icon: 'guitar', color: '#6b7f2a' },
  { label: 'Bassist', icon: 'bass', color: '#9333ea' },
  { label: 'Drummer', icon: 'drum', color: '#dc2626' },
  { label: 'Keyboardist', icon: 'piano', color: '#2563eb' },
  { label: 'Multi-instrumentalist', icon: 'music', color: defaultMemberColor },
  { label: 'Producer', icon: 'headphones', color: '#0f766e' },
  { label: 'Band Leader', icon: 'crown', color: '#b45309' },
]

/** Icons that the form for a new member offers. The dialog that edits a member offers them too. */
export const newMemberIconChoices: readonly MemberIconChoice[] = [
  { label: 'Microphone', icon: 'microphone', color: '#c2703d' },
  { label: 'Guitar', icon: 'guitar', color: '#6b7f2a' },
  { label: 'Bass', icon: 'bass', color: '#9333ea' },
  { label: 'Drums', icon: 'drum', color: '#dc2626' },
  { label: 'Piano', icon: 'piano', color: '#2563eb' },
  { label: 'Music', icon: 'music', color: defaultMemberColor },
]
