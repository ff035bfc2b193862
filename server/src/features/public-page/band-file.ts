// The public page and its enquiries in a band file. The page of an imported band is off and has no address.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { findExportedPage, insertEnquiriesOfFile, insertPageOfFile, listExportedEnquiries } from './band-file-store.ts'

/** The page of the band; null if it was never saved. */
export async function readExportedPage(db: Db, member: MemberContext): Promise<BandFile['publicPage']> {
  return (await findExportedPage(db, member)) ?? null
}

/** The newest enquiries, up to `limits.enquiriesInBandFile`. */
export function readExportedEnquiries(db: Db, member: MemberContext): Promise<object[]> {
  return listExportedEnquiries(db, member)
}

/** `newEventIds` maps the id of each event in the file to its new id. */
export async function writePublicPage(
  tx: Db,
  bandId: string,
  { publicPage, enquiries }: Pick<BandFile, 'publicPage' | 'enquiries'>,
  newEventIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (publicPage) await insertPageOfFile(tx, { bandId, page: JSON.stringify(publicPage) })
  const rows = enquiries.map((enquiry) => ({
    ...enquiry,
    id: randomUUIDv7(),
    eventIds: enquiry.eventIds.flatMap((id) => newEventIds.get(id) ?? []),
  }))
  await insertEnquiriesOfFile(tx, { bandId, rows: JSON.stringify(rows) })
}
