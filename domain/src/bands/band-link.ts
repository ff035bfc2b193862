// Links to pages that show the selected band, such as "/songs": their `?band=` says which one. A page reads it once and removes it.

const parameter = /([?&])band=([^&#]*)(&?)/

/** "/songs" → "/songs?band=…". `path` has no fragment. */
export function nameBandInPath(path: string, bandId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}band=${bandId}`
}

/** The id of the band that a link names, or null. */
export function bandIdInHref(href: string): string | null {
  return parameter.exec(href)?.[2] ?? null
}

/** "/admin?band=…&tab=members" → "/admin?tab=members". */
export function removeBandFromHref(href: string): string {
  return href.replace(parameter, (_, before: string, _id, after: string) => (after === '' ? '' : before))
}
