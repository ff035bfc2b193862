const maxNamesShown = 3

/** "Kit", "Kit and Jo", "Kit, Jo and Ali"; empty without names. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** "Priya", "Priya and Kit", "Priya, Kit and 3 others". */
export function joinNamesUpToLimit(names: readonly string[]): string {
  const shown = names.length > maxNamesShown ? names.slice(0, maxNamesShown - 1) : names
  const rest = names.length - shown.length
  return joinNames(rest > 0 ? [...shown, `${rest} others`] : shown)
}
