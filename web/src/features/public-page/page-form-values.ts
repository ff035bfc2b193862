// The values of the public page's form, and the request body made from them.

import type { PublicPage, PublicPageInput } from '@gaffer/domain/public-page/public-page'
import { suggestSlug } from '@gaffer/domain/public-page/slug'
import { addMissingScheme } from '@gaffer/domain/shared/web-address'
import type { Band } from '@gaffer/domain/bands/band'
import { diffFields } from '#lib/edit-conflict.ts'
import type { FieldDifference } from '#lib/edit-conflict-dialog.tsx'

/** A row of the form's links. `key` is its React key. */
export type LinkRow = { key: number; label: string; url: string }

export type PageFormValues = {
  isOn: boolean
  slug: string
  bio: string
  hometown: string
  /** The genres, separated by commas. */
  genres: string
  links: LinkRow[]
  acceptsEnquiries: boolean
  showsPast: boolean
}

/** The form's first values. A page that was never saved begins with the band's own details, and takes enquiries. */
export function pageFormValuesFrom(page: PublicPage, band: Pick<Band, 'name' | 'hometown' | 'genres'>): PageFormValues {
  const isNew = page.version === 0
  const genres = isNew ? band.genres : page.genres
  return {
    isOn: page.isOn,
    slug: page.slug ?? (isNew ? suggestSlug(band.name) : ''),
    bio: page.bio ?? '',
    hometown: page.hometown ?? (isNew ? (band.hometown ?? '') : ''),
    genres: genres.join(', '),
    links: page.links.map((link, key) => ({ key, ...link })),
    acceptsEnquiries: isNew || page.acceptsEnquiries,
    showsPast: page.showsPast,
  }
}

export function pageRequestOf({ slug, genres, links, ...values }: PageFormValues): PublicPageInput {
  return {
    ...values,
    slug: slug.trim() === '' ? null : slug.trim(),
    genres: genres
      .split(',')
      .map((genre) => genre.trim())
      .filter((genre) => genre !== ''),
    links: links
      .filter(({ label, url }) => label.trim() !== '' || url.trim() !== '')
      .map(({ label, url }) => ({ label: label.trim(), url: addMissingScheme(url) })),
  }
}

const onOrOff = (isOn: boolean) => (isOn ? 'On' : 'Off')
const textOrNone = (text: string) => text.trim() || 'None'

/** The labels and texts of the fields for the dialog of an edit conflict. */
const shownFields: readonly { label: string; show: (values: PageFormValues) => string }[] = [
  { label: 'The page', show: ({ isOn }) => onOrOff(isOn) },
  { label: 'Address', show: ({ slug }) => textOrNone(slug) },
  { label: 'About the band', show: ({ bio }) => textOrNone(bio) },
  { label: 'Hometown', show: ({ hometown }) => textOrNone(hometown) },
  { label: 'Genres', show: ({ genres }) => textOrNone(genres) },
  { label: 'Links', show: ({ links }) => textOrNone(links.map(({ label, url }) => `${label} ${url}`).join(', ')) },
  { label: 'Enquiries', show: ({ acceptsEnquiries }) => onOrOff(acceptsEnquiries) },
  { label: 'Earlier gigs', show: ({ showsPast }) => onOrOff(showsPast) },
]

/** The fields in which this member's entries differ from the page that another member saved first. */
export function diffPageFormValues(versions: Record<'before' | 'mine' | 'theirs', PageFormValues>): FieldDifference[] {
  return diffFields(shownFields, versions)
}
