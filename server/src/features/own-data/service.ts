import { Readable } from 'node:stream'
import { messages } from '@gaffer/domain/shared/messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Config } from '#config.ts'
import { inTransaction, type Db, type JobInserter } from '#platform/db/connection.ts'
import { endMembershipsAndDeleteEmptyBands, lockBandsAndListMemberships } from '#features/bands/leaving.ts'
import { runHeavyReadSlice } from '#http/limits/heavy-reads.ts'
import { streamTrailingJsonArrayProperty } from '#http/pipeline/json-array.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import {
  deleteUserRow,
  deleteUnusedPictures,
  erasePersonalData,
  findDataSubject,
  listPictureUrls,
  personalTableReads,
} from './store.ts'
import type { DataSubject } from './personal-tables-store.ts'

export type PersonalDataExport = { exportedAt: string; content: Readable }

/** Returns the export as a stream, whose JSON is produced while it is sent. */
export async function exportPersonalData(db: Db, user: AuthenticatedUser): Promise<PersonalDataExport> {
  const subject = await requireDataSubject(db, user)
  const exportedAt = db.clock.now().toISOString()
  return { exportedAt, content: Readable.from(streamExport(db, subject, exportedAt)) }
}

/** Yields one JSON object, indented by two spaces, with an array per table. */
async function* streamExport(db: Db, subject: DataSubject, exportedAt: string): AsyncGenerator<string> {
  yield `{\n  "exportedAt": ${JSON.stringify(exportedAt)}`
  for (const { exportKey, readRows } of personalTableReads) {
    const rows = await runHeavyReadSlice(() => readRows(db, subject))
    yield* streamTrailingJsonArrayProperty(exportKey, [rows.map(({ row }) => row)], formatRow)
  }
  yield '\n}'
}

function formatRow(row: Record<string, unknown>): string {
  return JSON.stringify(row, (_, value: unknown) => toCamelCaseKeys(value), 2).replaceAll('\n', '\n    ')
}

/** Erases the account and its personal data. Refuses while the user is the only owner of a band with other members. */
export async function eraseAccount(
  services: { jobs: JobInserter; config: Config },
  db: Db,
  { userId }: Pick<AuthenticatedUser, 'userId'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const subject = await requireDataSubject(tx, { userId })
    const pictures = await listPictureUrls(tx, subject)
    // Lock order: bands first. Their memberships end last, because the statements of the erasure use them.
    const memberships = await lockBandsAndListMemberships(tx, userId)
    await erasePersonalData(tx, subject)
    await endMembershipsAndDeleteEmptyBands(services, tx, memberships)
    await deleteUserRow(tx, { userId })
    await deleteUnusedPictures(tx, { urls: pictures.map(({ url }) => url) })
  })
}

/** Erases rows about a former phone number and keeps the account. */
export async function eraseFormerPhoneData(tx: Db, phone: string): Promise<void> {
  await erasePersonalData(tx, { userId: null, phone })
}

async function requireDataSubject(db: Db, { userId }: Pick<AuthenticatedUser, 'userId'>): Promise<DataSubject> {
  const subject = await findDataSubject(db, { userId })
  if (!subject) throw new AppError('not_signed_in', messages.notSignedIn)
  return subject
}

/** Converts the keys of an object from snake_case to camelCase. As a JSON replacer it runs on nested objects too. */
function toCamelCaseKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const toCamelCase = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [toCamelCase(key), one]))
}
