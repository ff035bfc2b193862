// Deletes the bytes of deleted files, and compares the store with the rows once a week.

import type { QueueDefinition } from '#platform/jobs.ts'
import type { Services } from '#services.ts'
import { removeFromDeletedFiles, listFilesToDelete, listFilesInUse, listKnownIds } from './store.ts'

const filesJob: QueueDefinition<{ isWeekly?: boolean }> = {
  name: 'files',
  workers: 1,
  batchSize: 1,
  longestSeconds: 3600,
  isExclusive: true,
}
const rowsPerPage = 500

type FileServices = Pick<Services, 'db' | 'files' | 'log' | 'ending'>

export async function scheduleFileDeletion(services: Services): Promise<void> {
  const { jobs } = services
  await jobs.work(filesJob, ({ isWeekly = false }) =>
    isWeekly ? compareFilesWithRows(services) : deleteBytesOfDeletedFiles(services),
  )
  await jobs.schedule(filesJob, '*/15 * * * *', {})
  await jobs.schedule(filesJob, '40 4 * * 1', { isWeekly: true }, { key: 'weekly', isCaughtUp: true })
}

/** Rejects when the store is down; the next run continues with the files that are left. */
export async function deleteBytesOfDeletedFiles({ db, files, ending }: FileServices): Promise<void> {
  for (;;) {
    const deleted = await listFilesToDelete(db, { maxRows: rowsPerPage })
    for (const { id } of deleted) {
      if (ending.aborted) return
      await files.delete(id)
      await removeFromDeletedFiles(db, { id })
    }
    if (deleted.length < rowsPerPage) return
  }
}

/** Deletes bytes that no row names, and logs rows without bytes. */
export async function compareFilesWithRows(services: FileServices): Promise<void> {
  const { db, files, log, ending } = services
  const stored = new Set<string>()
  let page = new Set<string>()
  for await (const id of files.list()) {
    if (ending.aborted) return
    if (stored.has(id)) continue
    stored.add(id)
    page.add(id)
    if (page.size < rowsPerPage) continue
    await deleteFilesWithoutRow(services, page)
    page = new Set()
  }
  await deleteFilesWithoutRow(services, page)
  for (let after = lowestId; ;) {
    const inUse = await listFilesInUse(db, { after, maxRows: rowsPerPage })
    const missing = inUse.filter(({ id }) => !stored.has(id))
    for (const { id } of missing) log.error({ fileId: id }, 'A file is not in the store: restore it from a backup')
    const last = inUse.at(-1)
    if (!last || inUse.length < rowsPerPage) return
    after = last.id
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000'
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Deletes files without a row: rows are inserted before bytes are written. Keeps files whose names are not ids: Gaffer did not write them. */
async function deleteFilesWithoutRow({ db, files, log }: FileServices, page: ReadonlySet<string>): Promise<void> {
  const ids = [...page].filter((id) => idPattern.test(id))
  if (ids.length === 0) return
  const known = new Set((await listKnownIds(db, { ids })).map(({ id }) => id))
  for (const id of ids.filter((one) => !known.has(one))) {
    await files.delete(id)
    log.warn({ fileId: id }, 'Bytes in the store that no row named were deleted')
  }
}
