import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import {
  formatDuration,
  formatSetlistReadiness,
  summarizeSetlist,
  type SetlistItem,
} from '@gaffer/domain/set-lists/set-list'
import { Link, useNavigate } from '@tanstack/react-router'
import { MonitorPlay, Plus, Copy, Ellipsis, Printer, Trash2 } from 'lucide-react'
import { useMemo, useState, type ReactNode, Suspense } from 'react'
import type { Setlist } from '#features/set-lists/queries.ts'
import type { Song } from '#features/songs/queries.ts'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { RestoreDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useChange } from '#offline/use-change.ts'
import { useUndoToastFactory } from '#features/events/use-undo.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { showToast } from '#ui/toast-store.ts'
import { AddSetlistItemsDialog } from './add-items.tsx'
import { diffSetlists, type SetlistFormValues, type UnsavedSetlist, useSetlistEdit } from './setlist-edit.ts'
import { EditSetlistItemDialog, SetlistRows } from './setlist-rows.tsx'
import { SetlistPrintSheet } from './print-sheet.tsx'

type Props = {
  setlist: Setlist
  songs: readonly Song[]
  /** The active members, for the readiness; null if they could not be read. */
  memberIds: readonly string[] | null
  /** Renders the content between the heading and the name field, given the unsaved edit. */
  children?: (unsaved: UnsavedSetlist) => ReactNode
}

export function SetlistEditor({ setlist, songs, memberIds, children }: Props) {
  const songsById = useMemo(() => new Map(songs.map((song) => [song.id, song])), [songs])
  const edit = useSetlistEdit(setlist)
  const { draft, isDirty, changeDraft } = edit
  const [isAdding, setAdding] = useState(false)
  const itemDialog = useDialogState<SetlistItem>()
  const [isNameChecked, setNameChecked] = useState(false)
  const isNameMissing = draft.name.trim() === ''
  const draftName = `setlist/${setlist.bandId}/${setlist.id}`

  useUnsavedEntries({ isDirty: edit.isUnsaved, draft: useFormDraftSource(draftName, () => draft) })

  /** Resolves to whether the set list is saved. */
  async function save(): Promise<boolean> {
    setNameChecked(true)
    if (isNameMissing) return false
    return !isDirty || edit.save()
  }

  return (
    // On a desktop, wider rows would separate the titles from their keys and lengths.
    <div className="max-w-3xl">
      <PageHeading
        title={<span className="break-words">{setlist.name}</span>}
        actions={
          <div className="flex items-center gap-2">
            <Link
              to="/setlists/$setlistId/stage"
              params={{ setlistId: setlist.id }}
              className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
            >
              <MonitorPlay aria-hidden="true" className="size-5" />
              Stage view
            </Link>
            <SetlistActions setlist={setlist} onLeaving={edit.leave} />
          </div>
        }
      />
      <div className="mb-4 empty:hidden">
        <RestoreDraftBanner<SetlistFormValues> name={draftName} formKind="setlist" onContinue={changeDraft} />
      </div>
      {children?.({ isDirty, save })}
      <div className="grid grid-cols-1 gap-4 pb-6">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={limits.nameLength}
          value={draft.name}
          error={isNameChecked && isNameMissing ? setlistMessages.setlistNameRequired : undefined}
          onChange={({ target }) => changeDraft({ name: target.value })}
        />
        {draft.items.length > 0 ? (
          <SetlistRows
            items={draft.items}
            songs={songsById}
            onReorder={(items) => changeDraft({ items })}
            onOpen={itemDialog.open}
          />
        ) : (
          <EmptyState title={setlistMessages.setlistEmpty} text={setlistMessages.setlistPurpose} />
        )}
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-5" />
          Add songs and breaks
        </Button>
      </div>
      <SummaryBar draft={draft} songs={songs} memberIds={memberIds}>
        {isDirty && (
          <>
            <Button variant="quiet" size="narrow" onClick={edit.discard}>
              Discard
            </Button>
            <Button saves size="narrow" isBusy={edit.isSaving} onClick={() => void save()}>
              Save
            </Button>
          </>
        )}
      </SummaryBar>
      <AddSetlistItemsDialog
        isOpen={isAdding}
        songs={songs}
        memberIds={memberIds}
        items={draft.items}
        onAdd={(item) => changeDraft({ items: [...draft.items, item] })}
        onRemove={({ id }) => changeDraft({ items: draft.items.filter((item) => item.id !== id) })}
        onClose={() => setAdding(false)}
      />
      {itemDialog.subject && (
        <EditSetlistItemDialog
          key={itemDialog.count}
          isOpen={itemDialog.isOpen}
          item={itemDialog.subject}
          song={itemDialog.subject.songId === null ? undefined : songsById.get(itemDialog.subject.songId)}
          onSave={(changed) => {
            changeDraft({ items: draft.items.map((item) => (item.id === changed.id ? changed : item)) })
            itemDialog.close()
          }}
          onRemove={() => {
            changeDraft({ items: draft.items.filter(({ id }) => id !== itemDialog.subject?.id) })
            itemDialog.close()
          }}
          onClose={itemDialog.close}
        />
      )}
      {edit.theirs && (
        <EditConflictDialog
          description={setlistMessages.setlistConflict}
          differences={diffSetlists(draft, edit.theirs, songsById)}
          isBusy={edit.isSaving}
          onKeepMine={edit.keepMine}
          onKeepTheirs={edit.keepTheirs}
          onClose={edit.forgetTheirs}
        />
      )}
      <SetlistPrintSheet draft={draft} songs={songsById} />
    </div>
  )
}

type SummaryProps = Pick<Props, 'songs' | 'memberIds'> & {
  draft: SetlistFormValues
  children: ReactNode
}

/** Always visible: total length and readiness, and the buttons that save. */
function SummaryBar({ draft, songs, memberIds, children }: SummaryProps) {
  const summary = summarizeSetlist(draft.items, songs, memberIds ?? [])
  const { totalSeconds, unknownLengths } = summary
  return (
    <section
      aria-label="Total"
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-surface px-4 py-2 xl:bottom-0 xl:mx-0 xl:rounded-card xl:border"
    >
      <p className="min-w-0 flex-1 basis-22">
        <span className="block text-lg font-bold tabular-nums">{formatDuration(totalSeconds)}</span>
        <span className="block text-sm text-muted">
          {[memberIds && formatSetlistReadiness(summary), unknownLengths > 0 && `${unknownLengths} without a length`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <div className="ml-auto flex gap-3 empty:hidden">{children}</div>
    </section>
  )
}

// The dialog's form and zod are loaded when Copy is chosen.
const NewSetlistDialog = lazyOverlay(() => import('./new-setlist.tsx'), 'NewSetlistDialog')

type SetlistActionsProps = { setlist: Setlist; onLeaving: () => void }

/** The menu of a set list: copy, print, and delete with Undo. */
function SetlistActions({ setlist, onLeaving }: SetlistActionsProps) {
  const { bandId } = setlist
  const [isCopying, setCopying] = useState(false)
  const navigate = useNavigate()
  const remove = useChange('DELETE /api/bands/:bandId/setlists/:setlistId', {
    changes: 'setlists',
    failure: { title: setlistMessages.setlistNotDeleted },
    isDoneIfNotFound: true,
  })
  const undo = useUndoToastFactory()

  async function removeWithUndo() {
    onLeaving()
    // Navigates before the deletion, so that the page does not show its own set list as missing.
    await navigate({ to: '/setlists', replace: true })
    // Deletes without a version check, also if another member has just reordered the set list: Undo restores it.
    if (!(await remove.send({ params: { bandId, setlistId: setlist.id }, version: null }))) return
    showToast({
      title: setlistMessages.setlistDeleted,
      text: setlist.name,
      ...undo({ deleted: [{ kind: 'setlist', bandId, ids: [setlist.id] }], text: setlist.name }),
    })
  }

  return (
    <>
      <Menu align="end" trigger={<IconButton label="More" icon={<Ellipsis aria-hidden="true" className="size-5" />} />}>
        <MenuItem icon={<Copy aria-hidden="true" className="size-5" />} onSelect={() => setCopying(true)}>
          Copy
        </MenuItem>
        <MenuItem icon={<Printer aria-hidden="true" className="size-5" />} onSelect={() => setTimeout(() => print())}>
          Print
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          hint={setlistMessages.deletionEffect}
          onSelect={() => void removeWithUndo()}
        >
          Delete
        </MenuItem>
      </Menu>
      {isCopying && (
        <Suspense>
          <NewSetlistDialog bandId={bandId} copyOf={setlist} onClose={() => setCopying(false)} />
        </Suspense>
      )}
    </>
  )
}
