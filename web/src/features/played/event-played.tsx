// "What did you play?" on the page of a gig from its day on. The list starts as the gig's set list.

import { useRef, useState } from 'react'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import {
  playedRefusalMessageFor,
  type PlayedListInput,
  type PlayedItem,
  type PlayedList,
} from '@gaffer/domain/played/played'
import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { playedMessages } from '@gaffer/domain/played/played-messages'
import { messages } from '@gaffer/domain/shared/messages'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { formatMinutesAndSeconds } from '#features/songs/song-length.ts'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { eventName } from '#features/events/format-event.ts'
import { DownloadButton } from '#lib/download-button.tsx'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { combineReads, QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useToday } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Song } from '#features/songs/queries.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { showFailure } from '#lib/show-failure.ts'
import { useEditConflict } from '#lib/edit-conflict.ts'
import { toPlayedInput, diffPlayed, rebasePlayed } from './played-edit-conflict.ts'
import { PlayedEditor } from './played-editor.tsx'
import { downloadPlayedList, fetchStoredPlayed, useSavePlayed, type PlayedEdit } from './queries.ts'

type Props = { event: CalendarEntry; bandId: string }

export function EventPlayed({ event, bandId }: Props) {
  const params = { bandId, eventId: event.id }
  const isReportOpen = playedRefusalMessageFor(event, useToday()) === null
  const played = useEndpoint('GET /api/bands/:bandId/events/:eventId/played', { params }, { enabled: isReportOpen })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } }, { enabled: isReportOpen })
  if (!isReportOpen) return null
  return (
    <section aria-labelledby="event-played" className="grid grid-cols-1 gap-3">
      <h2 id="event-played" className="text-lg font-bold">
        What did you play?
      </h2>
      <QueryState
        query={combineReads({ played, songs })}
        fallback={playedMessages.notRead}
        isInline
        loading={<Skeleton className="h-40" />}
      >
        {(data) => (
          <OfflineSavingProvider>
            <LoadedPlayed event={event} bandId={bandId} played={data.played} songs={data.songs} />
          </OfflineSavingProvider>
        )}
      </QueryState>
    </section>
  )
}

function LoadedPlayed({ event, bandId, played, songs }: Props & { played: PlayedList; songs: readonly Song[] }) {
  const params = { bandId, eventId: event.id }
  const { base, isEditing, begin, save, isSaving, close, conflict } = useEditPlayed(params, eventName(event), played)
  return (
    <>
      {isEditing ? (
        <PlayedEditor
          items={base.items}
          songs={songs}
          isNew={base.version === 0}
          isSaving={isSaving}
          onEdit={begin}
          onSave={(items) => save(toPlayedInput({ ...base, items }))}
          onCancel={close}
        />
      ) : (
        <SavedList played={played} params={params} onEdit={begin} onSave={save} />
      )}
      {conflict && conflict.differences.length > 0 && (
        <EditConflictDialog
          title={outboxMessages.playedOvertaken}
          description={playedMessages.conflict(messages.whileOpen)}
          differences={conflict.differences}
          isBusy={isSaving}
          onKeepMine={conflict.keepMine}
          onKeepTheirs={close}
          onClose={conflict.dismiss}
        />
      )}
    </>
  )
}

type SavedProps = {
  played: PlayedList
  params: EventPathParams
  onEdit: () => void
  onSave: (input: PlayedListInput) => void
}

function SavedList({ played, params, onEdit, onSave }: SavedProps) {
  const { items, reportedOn } = played
  return (
    <>
      {items.length === 0 && <p className="text-muted">{playedMessages.listEmpty}</p>}
      <ol className="grid grid-cols-1 divide-y divide-hairline">
        {withRowKeys(items).map(({ item, key, at }) => (
          <li key={key} className="flex min-h-11 items-baseline gap-3 py-2">
            <span className="w-6 shrink-0 text-right text-sm text-faint tabular-nums">{at + 1}</span>
            <span className="min-w-0 flex-1 break-words">
              <span className="font-medium">{item.title}</span>
              {item.writers && <span className="block text-sm text-muted">{item.writers}</span>}
            </span>
            {item.seconds !== null && (
              <span className="text-sm text-muted tabular-nums">{formatMinutesAndSeconds(item.seconds)}</span>
            )}
          </li>
        ))}
      </ol>
      {items.some(({ isOwn }) => isOwn) && (
        <Switch
          label={reportedOn === null ? 'Reported' : playedMessages.reportedOn(shortDate(reportedOn))}
          hint={playedMessages.reportPurpose}
          saves
          isOn={reportedOn !== null}
          onChange={(isOn) => onSave(toPlayedInput({ items, reportedOn: isOn ? todayInLondon(new Date()) : null }))}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onEdit} className="max-sm:w-full">
          Change
        </Button>
        {items.length > 0 && (
          <DownloadButton
            label="Download for PRS"
            download={() => downloadPlayedList(params)}
            saved={playedMessages.csvSaved}
            notSaved={playedMessages.csvNotSaved}
          />
        )}
      </div>
    </>
  )
}

/** Adds a React key to each item. A song that was played twice gets two different keys. */
function withRowKeys(items: readonly PlayedItem[]): { item: PlayedItem; key: string; at: number }[] {
  return items.map((item, at) => {
    const nth = items.slice(0, at).filter(({ title }) => title === item.title).length
    return { item, at, key: `${item.title} ${nth}` }
  })
}

/** The edit of a gig's played list, based on the version that was shown when the edit began. If another member saves first, `conflict` is set. */
function useEditPlayed(params: EventPathParams, eventName: string, played: PlayedList) {
  const { mutateAsync, isPending } = useSavePlayed(params, eventName)
  /** The stored list at the beginning of the edit; null without an edit. */
  const [editBase, setEditBase] = useState<PlayedList | null>(null)
  const [sentEdit, setSentEdit] = useState<PlayedEdit | null>(null)
  const isEditedSinceSave = useRef(false)
  const { attempt, theirs, dismiss } = useEditConflict<PlayedList>((error) =>
    showFailure(error, { title: playedMessages.notSaved }),
  )
  const base = editBase ?? played

  function sendEdit(edit: PlayedEdit): void {
    setSentEdit(edit)
    const storeEdit = async () => {
      const saved = await mutateAsync(edit)
      // Changes made during the save stay unsaved, as an edit of the version that was just saved.
      setEditBase(isEditedSinceSave.current ? saved : null)
    }
    void attempt(storeEdit, async (error) => (hasErrorCode(error, 'stale') ? fetchStoredPlayed(params) : null))
  }

  function close(): void {
    dismiss()
    setEditBase(null)
  }

  return {
    /** The version of the list that the edit is based on. */
    base,
    // While no list is saved, the editor is shown in place of the list.
    isEditing: editBase !== null || played.version === 0,
    begin: () => {
      isEditedSinceSave.current = true
      setEditBase((last) => last ?? played)
    },
    save: (body: PlayedListInput) => {
      isEditedSinceSave.current = false
      sendEdit({ before: base, body })
    },
    isSaving: isPending,
    close,
    /** The edit conflict, if another member saved first. */
    conflict: sentEdit &&
      theirs && {
        differences: diffPlayed(sentEdit, theirs),
        keepMine: () => {
          dismiss()
          sendEdit(rebasePlayed(sentEdit, theirs))
        },
        dismiss,
      },
  }
}
