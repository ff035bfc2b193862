// The texts of a band's public page. The gigs on it are events with `isListed`.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import {
  createOptionalLineSchema,
  createOptionalTextSchema,
  createRequiredLineSchema,
} from '@gaffer/domain/shared/plain-text'
import { createWebAddressSchema } from '@gaffer/domain/shared/web-address'
import { publicPageMessages } from './public-page-messages.ts'
import { Slug } from './slug.ts'

const PageLink = z.strictObject({ label: z.string(), url: z.string() })
export type PageLink = z.infer<typeof PageLink>

/** Until it is saved for the first time, the page is off, empty and of version 0. `url` is null while the page is off. */
export const PublicPage = z.strictObject({
  isOn: z.boolean(),
  slug: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  hometown: z.nullable(z.string()),
  genres: z.array(z.string()),
  links: z.array(PageLink),
  acceptsEnquiries: z.boolean(),
  showsPast: z.boolean(),
  version: z.int(),
  url: z.nullable(z.string()),
})
export type PublicPage = z.infer<typeof PublicPage>

export const emptyPublicPage: Omit<PublicPage, 'url'> = {
  isOn: false,
  slug: null,
  bio: null,
  hometown: null,
  genres: [],
  links: [],
  acceptsEnquiries: false,
  showsPast: false,
  version: 0,
}

const Genres = z.array(createRequiredLineSchema(limits.genreLength, publicPageMessages.genreMissing)).check(
  z.maxLength(limits.genresOfPage, publicPageMessages.tooManyGenres),
  z.refine(
    (all) => new Set(all.map((genre) => genre.toLowerCase())).size === all.length,
    publicPageMessages.genreTwice,
  ),
)

const PageLinks = z
  .array(
    z.strictObject({
      label: createRequiredLineSchema(limits.linkLabelLength, publicPageMessages.linkLabelMissing),
      url: createWebAddressSchema(publicPageMessages.linkAddressMissing),
    }),
  )
  .check(z.maxLength(limits.linksOfPage, publicPageMessages.tooManyLinks))

/** The content of the page: its texts and links, and what it shows. */
export const publicPageContent = {
  bio: createOptionalTextSchema(limits.bioLength),
  hometown: createOptionalLineSchema(limits.nameLength),
  genres: z.prefault(Genres, []),
  links: z.prefault(PageLinks, []),
  acceptsEnquiries: z.prefault(z.boolean(), false),
  showsPast: z.prefault(z.boolean(), false),
}

/** PUT of the page: replaces all of it. A field that is left out is cleared, or off; null or a blank clears a text too. */
export const PublicPageInput = z
  .strictObject({
    isOn: z.prefault(z.boolean(), false),
    slug: z.prefault(z.nullable(Slug), null),
    ...publicPageContent,
  })
  .check((ctx) => {
    const { isOn, slug } = ctx.value
    if (ctx.issues.length === 0 && isOn && slug === null)
      ctx.issues.push({ code: 'custom', path: ['slug'], message: publicPageMessages.slugMissing, input: ctx.value })
  })
export type PublicPageInput = z.input<typeof PublicPageInput>
export type ParsedPublicPage = z.output<typeof PublicPageInput>
