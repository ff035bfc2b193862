// The field `avatarUrl` of a form: a picture that can be chosen, dropped, pasted and removed.

import { imageMessages } from '@gaffer/domain/images/image'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { clsx } from 'clsx'
import { ImagePlus, Trash2 } from 'lucide-react'
import { generateIdempotencyKey } from '#lib/request.ts'
import { showFailure } from '#lib/show-failure.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { useFileDropTarget } from '#features/files/use-file-drop-target.ts'
import { useUploadPicture } from './queries.ts'
import { ImageError, prepareImage } from './read-image.ts'

type Props<Fields extends FieldValues, Stored> = {
  control: Control<Fields, unknown, Stored>
  label: string
  color: string
  children: ReactNode
}

export function AvatarField<Fields extends { avatarUrl?: string | null | undefined }, Stored>({
  control,
  ...look
}: Props<Fields, Stored>) {
  const { field, fieldState } = useController({ control, name: 'avatarUrl' as FieldPath<Fields> })
  return (
    <PictureInput {...look} value={field.value ?? null} onChange={field.onChange} error={fieldState.error?.message} />
  )
}

type PictureInputProps = {
  label: string
  /** The address of a stored picture, or null. */
  value: string | null
  onChange: (value: string | null) => void
  /** The background colour behind `children`, which are shown while there is no picture. */
  color: string
  children: ReactNode
  error?: string | undefined
}

/** Uploads the picture; the form around it saves the address. */
function PictureInput({ label, value, onChange, color, children, error }: PictureInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const uploadPicture = useUploadPicture()
  const [isReading, setReading] = useState(false)
  const area = useRef<HTMLFieldSetElement>(null)
  // Counts the choices and removals, so that the result of an earlier file is ignored.
  const lastChoice = useRef(0)

  async function uploadFile(file: File | undefined) {
    if (!file) return
    const choice = ++lastChoice.current
    setReading(true)
    try {
      const { url } = await uploadPicture.mutateAsync({
        body: await prepareImage(file),
        idempotencyKey: generateIdempotencyKey(),
      })
      if (choice !== lastChoice.current) return
      onChange(url)
      showToast(imageMessages.uploaded)
    } catch (problem) {
      if (choice !== lastChoice.current) return
      if (problem instanceof ImageError) showFailureToast(problem.notice)
      else showFailure(problem, imageMessages.unreadable)
    } finally {
      if (choice === lastChoice.current) setReading(false)
    }
  }

  const isDragOver = useFileDropTarget(area, ([file]) => void uploadFile(file))

  function removePicture() {
    lastChoice.current += 1
    setReading(false)
    onChange(null)
    input.current?.focus()
  }

  return (
    <fieldset
      ref={area}
      aria-labelledby={`${id}-label`}
      className={clsx(
        'flex flex-wrap items-center gap-4 rounded-card border border-dashed p-4 transition-colors',
        isDragOver ? 'border-text bg-raised' : error ? 'border-danger' : 'border-control',
      )}
    >
      <div className="relative shrink-0">
        <Avatar src={value} color={color} size="upload">
          {children}
        </Avatar>
        {isReading && (
          <div className="absolute inset-0 grid place-content-center rounded-control bg-bg/70">
            <Spinner />
          </div>
        )}
      </div>
      <div className="grid min-w-0 flex-1 basis-44 grid-cols-1 gap-1.5">
        <p id={`${id}-label`} className="text-sm font-medium">
          {label}
        </p>
        <div className="flex flex-wrap gap-2">
          <FileButton
            accept="image/*"
            onChoose={([file]) => void uploadFile(file)}
            inputRef={input}
            describedBy={clsx(`${id}-hint`, error && `${id}-error`)}
          >
            <ImagePlus aria-hidden="true" className="size-5" />
            {value ? 'Change picture' : 'Choose picture'}
          </FileButton>
          {value && (
            <Button variant="quiet" size="sm" onClick={removePicture}>
              <Trash2 aria-hidden="true" className="size-5" />
              Remove
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-sm text-muted">
          <output>{isReading && 'Reading the picture…'}</output>
          {!isReading && !value && 'No picture yet. '}
          {!isReading && 'PNG, JPG or GIF, up to 5\u00a0MB.'}
          <span className="hidden md:inline"> Or drop or paste it here.</span>
        </p>
        {error && (
          <p id={`${id}-error`} className="text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
