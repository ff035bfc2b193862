// Links to pages of the selected band, such as "/songs". The parameter `band` of such a link says which band to select; the page reads
// the parameter once and removes it from its URL.

const bandParameter = /([?&])band=([^&#]*)(&?)/

/** "/songs" → "/songs?band=…". `path` has no fragment. */
export function addBandToPath(path: string, bandId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}band=${bandId}`
}

/** The id of the band that a link names, or null. */
export function bandIdInHref(href: string): string | null {
  return bandParameter.exec(href)?.[2] ?? null
}

/** "/admin?band=…&tab=members" → "/admin?tab=members". */
export function removeBandFromHref(href: string): string {
  return href.replace(bandParameter, (_, before: string, _id, after: string) => (after === '' ? '' : before))
}
