// Deleted charts and recordings. They use storage while they can be restored; admins and owners can delete them for good earlier.

import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { DeletedFile } from '@gaffer/domain/files/upload'
import { AudioLines, FileText } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#lib/format-bytes.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useNowMs } from '#lib/use-now.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'

const displayNameOf = ({ name }: DeletedFile) => name ?? fileMessages.hiddenFile

export function DeletedFilesDialog({ bandId, onClose }: { bandId: string; onClose: () => void }) {
  const files = useEndpoint('GET /api/bands/:bandId/storage/deleted', { params: { bandId } })
  const [fileToDelete, setFileToDelete] = useState<DeletedFile | null>(null)
  const { send, isPending } = useChange('DELETE /api/bands/:bandId/storage/deleted/:fileId', {
    changes: 'songs',
    failure: { title: fileMessages.fileNotDeletedNow },
    isDoneIfNotFound: true,
  })

  async function deleteNow(file: DeletedFile) {
    const done = await send({ params: { bandId, fileId: file.id } })
    setFileToDelete(null)
    if (done) showToast({ title: fileMessages.fileDeletedNow, text: displayNameOf(file) })
  }

  return (
    <Dialog isOpen onClose={onClose} title={fileMessages.deletedFiles} description={fileMessages.deletedFilesIntro}>
      <QueryState
        query={files}
        fallback={fileMessages.deletedFilesNotRead}
        isInline
        loading={<Skeleton className="h-40" />}
        empty={<p className="text-muted">{fileMessages.noDeletedFiles}</p>}
      >
        {(shown) => (
          <ul className="grid grid-cols-1 divide-y divide-hairline">
            {shown.map((file) => (
              <FileRow key={file.id} file={file} onDelete={() => setFileToDelete(file)} />
            ))}
          </ul>
        )}
      </QueryState>
      <ConfirmDialog
        isOpen={fileToDelete !== null}
        title={fileToDelete && fileMessages.deleteNowQuestion(displayNameOf(fileToDelete))}
        text={fileMessages.deleteNowText}
        confirmLabel="Delete now"
        isBusy={isPending}
        onConfirm={() => fileToDelete && void deleteNow(fileToDelete)}
        onCancel={() => setFileToDelete(null)}
      />
    </Dialog>
  )
}

function FileRow({ file, onDelete }: { file: DeletedFile; onDelete: () => void }) {
  const now = useNowMs()
  const Icon = file.kind === 'chart' ? FileText : AudioLines
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{displayNameOf(file)}</p>
        <p className="text-sm text-muted">
          {formatBytes(file.bytes)} · deleted {formatRelativeTime(Date.parse(file.deletedAt), now)}
        </p>
      </div>
      <Button variant="secondary" size="sm" saves aria-label={`Delete now: ${displayNameOf(file)}`} onClick={onDelete}>
        Delete now
      </Button>
    </li>
  )
}
