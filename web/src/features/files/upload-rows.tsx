// Lists running uploads with their progress, and failed uploads with their reason.

import { RotateCcw, X } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { cancelUpload, retryUpload, useUploads, type ShownUpload } from './upload-store.ts'

/** The uploads for one target. Renders nothing if there are none. */
export function UploadRows({ target }: { target: string }) {
  const uploads = useUploads(target)
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="grid grid-cols-1 gap-2">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

function UploadRow({ upload: { id, name, percent, state, message, canRetry } }: { upload: ShownUpload }) {
  const hasFailed = state === 'failed'
  return (
    <li className="flex items-center gap-1 rounded-control border border-hairline bg-raised py-1 pr-1 pl-3">
      <div className="grid min-w-0 flex-1 gap-1 py-1.5">
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="min-w-0 truncate font-medium">{name}</span>
          {!hasFailed && <span className="shrink-0 text-muted tabular-nums">{formatProgress(state, percent)}</span>}
        </p>
        {!hasFailed && (
          <ProgressBar label={`Upload of ${name}`} total={state === 'storing' ? null : 100} done={percent} />
        )}
        <output className="text-sm text-danger empty:hidden">{message}</output>
      </div>
      {hasFailed && canRetry && (
        <IconButton
          label={`Try ${name} again`}
          icon={<RotateCcw aria-hidden="true" className="size-5" />}
          onClick={() => retryUpload(id)}
        />
      )}
      {state !== 'storing' && (
        <IconButton
          label={hasFailed ? `Remove ${name}` : `Cancel ${name}`}
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={() => cancelUpload(id)}
        />
      )}
    </li>
  )
}

function formatProgress(state: ShownUpload['state'], percent: number): string {
  if (state === 'waiting') return 'Waits for the others'
  return state === 'storing' ? 'Storing…' : `${percent} %`
}
