import { formatDate } from '@gaffer/domain/shared/dates'
import { messages } from '@gaffer/domain/shared/messages'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { useNavigate } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useImportBandFile, useImportZip, type ZipProgress } from './queries.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { selectBandUnchecked } from '#features/bands/selected-band-store.ts'
import { ApiError, getErrorMessage } from '#lib/api-error.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Select } from '#ui/select.tsx'
import { showToast } from '#ui/toast-store.ts'
import { BandFileError, findLikelyMember, readBandFilePreview, type BandFilePreview } from './read-band-file.ts'

/** The value of the select option "None of them", for a user who becomes a new member. */
const newMemberValue = 'new'

type ChosenFile = BandFilePreview & { likely: ReturnType<typeof findLikelyMember>; choiceNumber: number }

export function LoadBandDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const id = useId()
  const { user, bands } = useMeOrThrow()
  const navigate = useNavigate()
  const fileImport = useImportBandFile()
  const zipImport = useImportZip()
  const [progress, setProgress] = useState<ZipProgress | null>(null)
  const abortController = useRef<AbortController>(null)
  const isLoading = fileImport.isPending || zipImport.isPending
  const { keyFor } = useIdempotencyKeySource()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const choiceCount = useRef(0)
  const [chosenMember, setChosenMember] = useState(newMemberValue)
  const [failureMessage, setFailureMessage] = useState<string | null>(null)

  async function chooseFile(file: File) {
    setFailureMessage(null)
    setChosen(null)
    try {
      const preview = await readBandFilePreview(file)
      const ownDetails = { membershipIds: bands.map((band) => band.id), displayName: user.displayName }
      const likelyMember = findLikelyMember(preview, ownDetails)
      choiceCount.current += 1
      setChosen({ ...preview, likely: likelyMember, choiceNumber: choiceCount.current })
      setChosenMember(likelyMember?.id ?? newMemberValue)
    } catch (error) {
      setFailureMessage(error instanceof BandFileError ? error.message : bandFileMessages.bandFileUnreadable)
    }
  }

  async function importChosenFile(preview: ChosenFile) {
    setFailureMessage(null)
    const membershipId = chosenMember === newMemberValue ? null : chosenMember
    try {
      selectBandUnchecked(
        await (preview.zip ? importZip(preview.zip, membershipId) : importFile(preview, membershipId)),
      )
      showToast({ title: bandFileMessages.bandLoaded, text: preview.name })
      void navigate({ to: '/calendar' })
    } catch (error) {
      if (!abortController.current?.signal.aborted) setFailureMessage(describeFailure(error))
    }
  }

  async function importFile({ file, name, choiceNumber }: ChosenFile, membershipId: string | null): Promise<string> {
    const idempotencyKey = keyFor([name, choiceNumber, membershipId])
    const band = await fileImport.mutateAsync({ file, membershipId, idempotencyKey })
    if (!('id' in band)) throw new Error('The band of a file is made at once')
    return band.id
  }

  function importZip(zip: File, membershipId: string | null): Promise<string> {
    const { signal } = (abortController.current = new AbortController())
    setProgress({ step: 'sending', percent: 0 })
    return zipImport.mutateAsync({ zip, membershipId, onProgress: setProgress, signal })
  }

  function close() {
    abortController.current?.abort()
    onClose()
  }

  // The dialog can be closed until the server's import has begun, which cannot be stopped.
  const canClose = !isLoading || (zipImport.isPending && progress?.step === 'sending')

  const failureText = failureMessage && (
    <p role="alert" className="text-sm font-medium break-words text-danger">
      {failureMessage}
    </p>
  )

  return (
    <Dialog
      isOpen={isOpen}
      onClose={canClose ? close : () => undefined}
      title="Load a band from a file"
      footer={
        chosen && (
          <div className="grid grid-cols-2 gap-3">
            {failureText && <div className="col-span-2">{failureText}</div>}
            {isLoading && <LoadProgress progress={zipImport.isPending ? progress : null} />}
            <Button variant="secondary" size="narrow" disabled={!canClose} onClick={close}>
              Cancel
            </Button>
            <Button size="narrow" saves isBusy={isLoading} onClick={() => void importChosenFile(chosen)}>
              Load the band
            </Button>
          </div>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <p className="text-muted">
          An owner gets the file under Manage Band, Band Settings, “Download the band” or “Download everything”. It
          becomes a new band; the one that it comes from stays as it is.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            accept=".json,.zip,application/json,application/zip"
            onChoose={([file]) => void chooseFile(file)}
            describedBy={`${id}-file`}
          >
            <FileUp aria-hidden="true" className="size-5" />
            {chosen ? 'Choose another file' : 'Choose file'}
          </FileButton>
          {!chosen && (
            <p id={`${id}-file`} className="text-sm text-muted">
              Its name ends with .json or .zip
            </p>
          )}
        </div>
        {chosen && (
          <ChosenBand id={`${id}-file`} chosen={chosen} member={chosenMember} onMemberChange={setChosenMember} />
        )}
        {!chosen && failureText}
      </div>
    </Dialog>
  )
}

type ChosenProps = { id: string; chosen: ChosenFile; member: string; onMemberChange: (member: string) => void }

function ChosenBand({ id, chosen, member, onMemberChange }: ChosenProps) {
  return (
    <>
      <div id={id} className="rounded-card border border-hairline bg-raised p-4">
        <p className="font-semibold break-words">{chosen.name}</p>
        <p className="text-sm text-muted">{chosen.contents}</p>
        <p className="text-sm text-muted">Downloaded on {formatDate(chosen.exportedAt.slice(0, 10))}</p>
      </div>
      {chosen.members.length > 0 && (
        <Select
          label="Which member are you?"
          options={[
            ...chosen.members.map(({ id: value, displayName, role }) => ({
              value,
              label: `${displayName} (${role})`,
            })),
            ...(chosen.likely?.isCertain ? [] : [{ value: newMemberValue, label: 'None of them, I am new' }]),
          ]}
          value={member}
          onChange={onMemberChange}
        />
      )}
      <ul className="list-disc space-y-1.5 pl-5 text-sm text-muted">
        <li>You become an owner of the new band.</li>
        <li>
          The other members are shown as invited. Nothing is sent to them: invite them when you are ready. A member who
          has not joined after 90 days is removed, with their answers and readiness.
        </li>
        <li>Either everything in the file is loaded, or nothing.</li>
      </ul>
    </>
  )
}

function LoadProgress({ progress }: { progress: ZipProgress | null }) {
  const isSending = progress?.step === 'sending'
  return (
    <div className="col-span-2 grid grid-cols-1 gap-2">
      <ProgressBar
        label={isSending ? 'Sending the file' : 'Loading the band'}
        total={progress ? 100 : null}
        done={progress?.percent ?? 0}
      />
      <output className="text-sm text-muted">
        {isSending ? `Sending the file: ${progress.percent} %` : (progress?.message ?? bandFileMessages.zipLoading)}
      </output>
    </div>
  )
}

/** The server's message, followed by the path of the invalid value in the file if the server names one. */
function describeFailure(error: unknown): string {
  const failureMessage = error instanceof BandFileError ? error.message : getErrorMessage(error, messages.tryAgain)
  const issuePath = error instanceof ApiError ? error.reply?.issues?.[0]?.path : undefined
  return issuePath
    ? `${bandFileMessages.bandNotLoaded}. In the file at ${issuePath}: ${failureMessage}`
    : `${bandFileMessages.bandNotLoaded}. ${failureMessage}`
}
