// The address of a public page: /b/the-night-buses.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { publicPageMessages } from './public-page-messages.ts'

/** Addresses that look like a part of Gaffer or like its operator: no band may have them, so that visitors do not take its page for one. */
const reservedSlugs = new Set(
  `about account admin administrator api app assets auth band bands billing blog calendar contact dashboard demo
  dep deps docs embed enquiries enquiry event events feed feeds gaffer gig gigs health healthz help home images
  index invite legal login logout mail metrics money news notices null official onboarding owner page picture
  privacy profile public readyz report robots root security settings share sheet sign-in sign-out signup sitemap
  songs staff static status support system team terms test undefined unsubscribe user users venue www`.split(/\s+/),
)

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The address of a public page, typed in any case and stored in lower case. */
export const Slug = z.string(publicPageMessages.slugInvalid).check(
  z.trim(),
  z.toLowerCase(),
  z.refine(
    (slug) => slug.length >= limits.slugShortest && slug.length <= limits.slugLongest && slugPattern.test(slug),
    publicPageMessages.slugInvalid,
  ),
)

/** Whether Gaffer reserves the address, so that no band may have it. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug)
}

/** "The Night Buses" → "the-night-buses"; '' if the result would be too short or reserved. */
export function suggestSlug(bandName: string): string {
  const words = bandName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const slug = words.join('-').slice(0, limits.slugLongest).replace(/-+$/, '')
  return slug.length >= limits.slugShortest && !isReservedSlug(slug) ? slug : ''
}
