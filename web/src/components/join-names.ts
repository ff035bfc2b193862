/** "Kit", "Kit and Jo", "Kit, Jo and Ali"; empty without names. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
