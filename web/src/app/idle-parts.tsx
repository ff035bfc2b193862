// Parts of every signed-in page that are loaded once the page is idle, because its first screen does not need them.

import { useEffect } from 'react'
import { TakesOfLeftBands } from '#features/recordings/takes-of-left-bands.tsx'
import { readStored } from '#lib/browser-storage.ts'
import { deleteDraftsOfLeftBands } from '#lib/form-drafts.ts'
import { useMe, type Me } from '#lib/me.ts'
import { NewVersionBanner } from './new-version-banner.tsx'
import { NotificationLinks } from './notification-links.tsx'

export function IdleParts() {
  const { data: me, isStale } = useMe()
  // A stored account may lack the band that was joined last, and the drafts of that band must not be deleted.
  const current = me && !isStale ? me : null
  useEffect(() => {
    if (current) void deleteDataOfLeftBands(current)
  }, [current])
  return (
    <>
      <NewVersionBanner />
      <NotificationLinks />
      {current && <TakesOfLeftBands key={current.bands.map(({ bandId }) => bandId).join()} {...current} />}
    </>
  )
}

/**
 * Deletes the drafts and unfinished uploads of bands that the user is no longer in. Takes stay until the user deletes them in
 * `TakesOfLeftBands`.
 */
async function deleteDataOfLeftBands({ user, bands }: Me): Promise<void> {
  const bandIds = bands.map(({ bandId }) => bandId)
  deleteDraftsOfLeftBands(user.id, bandIds)
  if (readStored('uploads') === null) return
  // If the chunk cannot be loaded, the next page tries again.
  const chunk = await import('#features/files/upload-store.ts').catch(() => null)
  chunk?.dropUploadsOfLeftBands(bandIds)
}
