// A row in a list of recordings: the name, the date of deletion, and for the loaded recording the player.

import { canDeleteRecording } from '@gaffer/domain/recordings/access'
import type { Recording, ShownRecording } from '@gaffer/domain/recordings/recording'
import { limits } from '@gaffer/domain/shared/limits'
import type { Song } from '@gaffer/domain/songs/song'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { Check, Download, Ellipsis, Flag, Pause, Pencil, Play, Smartphone, Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { OwnMembership } from '#lib/me.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { removeKeptRecording } from '#offline/keep-recordings.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { showToast, undoToastMs } from '#ui/toast-store.ts'
import { downloadRecording, Player } from './player.tsx'
import { pause, play, stopPlaying, updateLoadedRecording, usePlayer } from './player-store.ts'
import { formatRecordingEnd, formatRecordingFacts } from './time-words.ts'
import { useKeepOnPhone } from './use-keep-on-phone.ts'

export type RecordingParts = {
  renderNotes: (recording: ShownRecording) => ReactNode
  /** Opens the report dialog; null on a server that takes no reports. */
  onReport: ((recordingId: string) => void) | null
}
type Props = RecordingParts & { recording: ShownRecording; songs: readonly Song[]; membership: OwnMembership }

export function RecordingRow({ recording, songs, membership, renderNotes, onReport }: Props) {
  const { bandId } = membership
  const player = usePlayer()
  const [isRenaming, setRenaming] = useState(false)
  const actions = useRecordingActions(membership, recording)
  const keepOnPhone = useKeepOnPhone(bandId, recording)
  const isChosen = player.recording?.id === recording.id
  const isPlaying = isChosen && player.isPlaying
  useEffect(() => updateLoadedRecording(recording), [recording])
  return (
    <li className="@container grid grid-cols-1 gap-2 py-2">
      {/* With large text on a phone, the name stands beneath the buttons. */}
      <div className="flex items-center gap-2 @max-[15rem]:flex-wrap">
        <button
          type="button"
          aria-label={`${isPlaying ? 'Pause' : 'Play'} ${recording.name}`}
          onClick={() => (isPlaying ? pause() : play(recording, bandId))}
          className="grid size-12 shrink-0 place-content-center rounded-full border border-control hover:bg-lit"
        >
          {isPlaying ? (
            <Pause aria-hidden="true" className="size-5 fill-current" />
          ) : (
            <Play aria-hidden="true" className="size-5 fill-current" />
          )}
        </button>
        <div className="min-w-0 flex-1 @max-[15rem]:order-1 @max-[15rem]:basis-full">
          <p className="font-semibold break-words">{recording.name}</p>
          <p className="text-sm text-muted tabular-nums">
            {formatRecordingFacts(recording)}
            {keepOnPhone.isKept && ` · ${recordingMessages.isOnPhone}`}
            {keepOnPhone.isKeeping && ' · downloading…'}
          </p>
        </div>
        <RecordingMenu name={recording.name}>
          <MenuItem icon={<Pencil aria-hidden="true" className="size-5" />} onSelect={() => setRenaming(true)}>
            Rename
          </MenuItem>
          <MenuItem
            icon={<Download aria-hidden="true" className="size-5" />}
            onSelect={() => void downloadRecording(recording)}
          >
            Download
          </MenuItem>
          {keepOnPhone.isKept ? (
            <MenuItem icon={<Smartphone aria-hidden="true" className="size-5" />} onSelect={keepOnPhone.remove}>
              {recordingMessages.removeFromPhone}
            </MenuItem>
          ) : (
            !keepOnPhone.isKeeping && (
              <MenuItem icon={<Smartphone aria-hidden="true" className="size-5" />} onSelect={keepOnPhone.keep}>
                {recordingMessages.keepOnPhone}
              </MenuItem>
            )
          )}
          {canDeleteRecording({ membershipId: membership.id, access: membership.access }, recording) && (
            <MenuItem icon={<Trash2 aria-hidden="true" className="size-5" />} onSelect={actions.remove}>
              Delete
            </MenuItem>
          )}
          {onReport && recording.uploadedBy !== membership.id && (
            <MenuItem
              icon={<Flag aria-hidden="true" className="size-5 shrink-0" />}
              onSelect={() => onReport(recording.id)}
            >
              Report to the people who run this Gaffer
            </MenuItem>
          )}
        </RecordingMenu>
      </div>
      <div className="flex items-center gap-3 sm:pl-14">
        <p className="text-sm text-muted max-sm:flex-1">{formatRecordingEnd(recording)}</p>
        <KeepButton recording={recording} onChange={(isKept) => void actions.change({ isKept })} />
      </div>
      {isRenaming && (
        <RenameForm
          name={recording.name}
          isSaving={actions.isChanging}
          onRename={async (name) => {
            if (await actions.change({ name })) setRenaming(false)
          }}
          onCancel={() => setRenaming(false)}
        />
      )}
      {isChosen && <Player songs={songs} />}
      {renderNotes(recording)}
    </li>
  )
}

function RecordingMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label={`More about ${name}`} icon={<Ellipsis aria-hidden="true" className="size-5" />} />}
    >
      {children}
    </Menu>
  )
}

/** The row of a recording that the operator has hidden. The recording cannot be played, only deleted. */
export function HiddenRecordingRow({ recording, membership }: { recording: Recording; membership: OwnMembership }) {
  const { remove } = useRecordingActions(membership, recording)
  return (
    <li className="flex min-h-14 items-center gap-2 py-2">
      <p className="min-w-0 flex-1 text-muted">{recording.name}</p>
      {canDeleteRecording({ membershipId: membership.id, access: membership.access }, recording) && (
        <RecordingMenu name={recording.name}>
          <MenuItem icon={<Trash2 aria-hidden="true" className="size-5" />} onSelect={remove}>
            Delete
          </MenuItem>
        </RecordingMenu>
      )}
    </li>
  )
}

function KeepButton({ recording, onChange }: { recording: Recording; onChange: (isKept: boolean) => void }) {
  const { name, isKept } = recording
  const word = isKept ? 'Kept' : 'Keep'
  return (
    <Button
      variant={isKept ? 'quiet' : 'secondary'}
      size="sm"
      saves
      aria-label={`${word} ${name}`}
      aria-pressed={isKept}
      onClick={() => onChange(!isKept)}
    >
      {isKept && <Check aria-hidden="true" className="size-5 text-success" />}
      {word}
    </Button>
  )
}

type RenameFormProps = {
  name: string
  isSaving: boolean
  onRename: (name: string) => Promise<void>
  onCancel: () => void
}

function RenameForm({ name, isSaving, onRename, onCancel }: RenameFormProps) {
  const [text, setText] = useState(name)
  useUnsavedEntries({ isDirty: () => text !== name && !isSaving })
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void onRename(text)
      }}
    >
      <div className="min-w-48 flex-1">
        <TextField
          label="Name"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the member has just pressed Rename
          autoFocus
          maxLength={limits.recordingNameLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" size="narrow" saves isBusy={isSaving} disabled={text.trim() === ''}>
        Save
      </Button>
      <Button variant="quiet" size="narrow" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}

function useRecordingActions({ bandId }: OwnMembership, { id, name, url }: Recording) {
  const params = { bandId, recordingId: id }
  const change = useChange('PATCH /api/bands/:bandId/recordings/:recordingId', {
    changes: 'recordings',
    failure: { title: 'The recording was not changed' },
    input: (body: { name?: string; isKept?: boolean }) => ({
      params,
      body,
      version: null,
      idempotencyKey: generateIdempotencyKey(),
    }),
  })
  const restore = useChange('POST /api/bands/:bandId/recordings/:recordingId/restore', {
    changes: 'recordings',
    failure: { title: 'The recording was not restored' },
    input: () => ({ params }),
  })
  const remove = useChange('DELETE /api/bands/:bandId/recordings/:recordingId', {
    changes: 'recordings',
    failure: { title: 'The recording was not deleted' },
    input: () => ({ params, version: null }),
    isDoneIfNotFound: true,
  })
  async function removeWithUndo() {
    if (!(await remove.send())) return
    // Ignores a failure: without IndexedDB, nothing is stored on the device.
    await removeKeptRecording(id).catch(() => undefined)
    const shownName = url === null ? 'Recording' : name
    const undo = async () => {
      if (await restore.send()) showToast({ title: recordingMessages.recordingRestored(shownName) })
    }
    const undoAction = { label: 'Undo', altText: 'Press Undo to restore it', onPress: () => void undo() }
    showToast({ title: `${shownName} deleted`, durationMs: undoToastMs, action: undoAction })
  }
  return {
    change: change.send,
    isChanging: change.isPending,
    remove: () => {
      stopPlaying(id)
      void removeWithUndo()
    },
  }
}
