import { AppError } from '@gaffer/domain/shared/app-error'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { emptyPublicPage, type ParsedPublicPage, type PublicPage } from '@gaffer/domain/public-page/public-page'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { isReservedSlug } from '@gaffer/domain/public-page/slug'
import type { Config } from '#config.ts'
import { logActivity } from '#features/activity/service.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import { emptyForm } from './enquiry-form.ts'
import { readPageContent } from './page-content.ts'
import { renderPage } from './render-page.ts'
import {
  retireSlug,
  findPage,
  isSlugHeldByOtherBand,
  lockBandOfPage,
  readBandOfPage,
  claimSlug,
  upsertPage,
  type StoredPage,
} from './store.ts'

type UrlConfig = Pick<Config, 'publicUrl'>

export async function readPublicPageSettings(config: UrlConfig, db: Db, member: MemberContext): Promise<PublicPage> {
  return addUrl(config, (await findPage(db, member)) ?? emptyPublicPage)
}

function addUrl(config: UrlConfig, page: StoredPage): PublicPage {
  const { isOn, slug } = page
  return { ...page, url: isOn && slug !== null ? toPageUrl(config, slug) : null }
}

export function toPageUrl({ publicUrl }: UrlConfig, slug: string): string {
  return `${publicUrl}/b/${slug}`
}

export function savePublicPage(
  config: UrlConfig,
  db: Db,
  member: MemberContext,
  draft: ParsedPublicPage,
  seenVersions: SeenVersions,
): Promise<PublicPage> {
  return inTransaction(db, async (tx) => {
    await lockBandOfPage(tx, member)
    const stored = (await findPage(tx, member)) ?? emptyPublicPage
    refuseStaleEdit(stored, seenVersions)
    if (draft.slug !== stored.slug) await changeSlug(tx, member, draft.slug)
    await upsertPage(tx, member, draft)
    await logActivity(tx, member, { verb: 'changed_settings' })
    return readPublicPageSettings(config, tx, member)
  })
}

async function changeSlug(tx: Db, member: MemberContext, slug: string | null): Promise<void> {
  if (slug !== null && isReservedSlug(slug)) throw new AppError('conflict', publicPageMessages.slugReserved)
  await retireSlug(tx, member)
  if (slug !== null && !(await claimSlug(tx, { ...member, slug })))
    throw new AppError('conflict', publicPageMessages.slugTaken)
}

type SlugCheck = { isAvailable: boolean; reason: string | null }

export async function checkSlug(db: Db, member: MemberContext, slug: string): Promise<SlugCheck> {
  if (isReservedSlug(slug)) return { isAvailable: false, reason: publicPageMessages.slugReserved }
  const isTaken = await isSlugHeldByOtherBand(db, { ...member, slug })
  return { isAvailable: !isTaken, reason: isTaken ? publicPageMessages.slugTaken : null }
}

/** Renders the draft of the page, also while the page is off. */
export async function previewPublicPage(
  config: UrlConfig,
  db: Db,
  member: MemberContext,
  draft: ParsedPublicPage,
): Promise<{ html: string }> {
  const band = await readBandOfPage(db, member)
  const page = { ...band, ...draft, version: 0 }
  const today = todayInLondon(db.clock.now())
  const content = await readPageContent(db, page, { url: toPageUrl(config, draft.slug ?? 'your-band'), today })
  const withPicture = { ...content, pictureUrl: band.avatarUrl }
  return { html: renderPage(withPicture, draft.acceptsEnquiries ? emptyForm : null).document }
}
