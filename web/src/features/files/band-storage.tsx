import { fileMessages } from '@gaffer/domain/files/file-messages'
import { Suspense, useState } from 'react'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'

const DeletedFilesDialog = lazyOverlay(() => import('./deleted-files-dialog.tsx'), 'DeletedFilesDialog')

/** Shows how much storage the band's files use, with a button that opens the list of deleted files. */
export function BandStorage({ bandId }: { bandId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useEndpoint('GET /api/bands/:bandId/storage', { params: { bandId } })
  return (
    <section aria-labelledby="band-files" className="grid max-w-2xl grid-cols-1 gap-3 border-t border-hairline pt-8">
      <h2 id="band-files" className="text-lg font-bold">
        Files
      </h2>
      <p className="min-h-6 text-muted">{data && fileMessages.storageUsed(data.usedBytes, data.limitBytes)}</p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {fileMessages.deletedFiles}
        </Button>
      </div>
      <Suspense>{isOpen && <DeletedFilesDialog bandId={bandId} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  )
}
