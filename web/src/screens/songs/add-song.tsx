import { limits } from '@gaffer/domain/shared/limits'
import { SongInput, type ParsedSong } from '@gaffer/domain/songs/song'
import { songFromTrack } from '@gaffer/domain/spotify/spotify'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { PenLine } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { OwnMembership } from '#lib/me.ts'
import { playlistFailureToast } from '#features/spotify/playlist-failure.ts'
import { addTrackToPracticePlaylist, type Track } from '#features/spotify/queries.ts'
import type { Song } from '#features/songs/queries.ts'
import { fillForm, useFormDraftSource } from '#lib/form-draft.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'
import { useChange } from '#offline/use-change.ts'
import { makeIdempotencyKeySource, type IdempotencyKeySource } from '#lib/idempotency-key.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { SpotifyTrackSearch } from './spotify-track-search.tsx'

type Props = {
  isOpen: boolean
  songs: readonly Song[]
  membership: OwnMembership
  onAdded: (songId: string) => void
  /** An unsaved manual song, as initial values of the form. */
  draft: ManualSong | null
  onClose: () => void
}

export function AddSongDialog({ isOpen, songs, membership, draft, onAdded, onClose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isSaved = useRef(false)
  const [text, setText] = useState('')
  const [isByHand, setByHand] = useState(draft !== null)
  const { add, addingTrackId } = useAddSongToLists(membership, onAdded)
  const form = useZodForm(SongInput, { title: '', artist: '' })
  const { isDirty } = form.formState

  useEffect(() => {
    if (draft) fillForm(form, draft)
  }, [form, draft])

  function beginByHand() {
    if (!isDirty) form.reset({ title: text.trim().slice(0, limits.titleLength), artist: '' })
    flushSync(() => setByHand(true))
    form.setFocus('title')
  }

  function goBackToSearch() {
    flushSync(() => setByHand(false))
    input.current?.focus()
  }

  const addTrack = (track: Track) => void add(songFromTrack(track), track.id)

  async function addByHand(song: ManualSong) {
    if (!(await add(song, null))) return
    isSaved.current = true
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add Song"
      isDirty={() => isDirty && !isSaved.current}
      draft={useFormDraftSource(`song/${membership.bandId}`, () => form.getValues())}
      firstFocus={input}
      height={isByHand ? 'content' : 'tall'}
      footer={
        isByHand ? (
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={goBackToSearch}>
              Back to search
            </Button>
            <Button type="submit" form={id} isBusy={addingTrackId !== undefined}>
              Add song
            </Button>
          </div>
        ) : (
          <Button variant="secondary" isWide onClick={beginByHand}>
            <PenLine aria-hidden="true" className="size-5" />
            Add by hand
          </Button>
        )
      }
    >
      {isByHand ? (
        <ManualSongForm id={id} form={form} onSubmit={(song) => void addByHand(song)} />
      ) : (
        <SpotifyTrackSearch {...{ text, setText, input, songs }} addingTrackId={addingTrackId} onAdd={addTrack} />
      )}
    </Dialog>
  )
}

type AddSongState = {
  /** Adds a song. `trackId` is null for a song that is added by hand. Resolves to whether the song is on the list now. */
  add: (song: Omit<SongInput, 'addedByMembershipId'>, trackId: string | null) => Promise<boolean>
  /** The track id of the song that is being added; null for a song by hand, undefined while no request is pending. */
  addingTrackId: string | null | undefined
}

/** Adds a song to the practice list and to the Spotify playlist, and shows a toast with the outcome. */
function useAddSongToLists(
  { bandId, id: addedByMembershipId }: OwnMembership,
  onAdded: (songId: string) => void,
): AddSongState {
  const { send } = useChange('POST /api/bands/:bandId/songs', {
    changes: 'songs',
    failure: { title: songMessages.songNotAdded },
  })
  const [addingTrackId, setAddingTrackId] = useState<string | null | undefined>(undefined)
  // One idempotency key per track id (null: the song by hand), kept until the song is added: a retry after a lost response adds it once.
  const idempotencyKeys = useRef(new Map<string | null, IdempotencyKeySource>())

  async function add(song: Omit<SongInput, 'addedByMembershipId'>, trackId: string | null): Promise<boolean> {
    const key = idempotencyKeys.current.get(trackId) ?? makeIdempotencyKeySource()
    idempotencyKeys.current.set(trackId, key)
    setAddingTrackId(trackId)
    const body = { ...song, addedByMembershipId }
    const added = await send({ params: { bandId }, body, idempotencyKey: key.keyFor(body) })
    setAddingTrackId(undefined)
    if (!added) return false
    onAdded(added.reply.id)
    idempotencyKeys.current.delete(trackId)
    void addToPlaylist(trackId)
    return true
  }

  return { add, addingTrackId }
}

/** Adds the track to the Spotify playlist, and shows the toast. A failure does not undo the addition to the practice list. */
async function addToPlaylist(trackId: string | null): Promise<void> {
  try {
    if (trackId !== null) await addTrackToPracticePlaylist(trackId)
    showToast({ title: songMessages.songAdded })
  } catch (error) {
    showFailureToast(playlistFailureToast(error, songMessages.songAddedHereOnly))
  }
}

export type ManualSong = { title: string; artist: string }

type ManualSongFormProps = {
  id: string
  form: UseFormReturn<ManualSong, unknown, ParsedSong>
  onSubmit: (song: ManualSong) => void
}

function ManualSongForm({ id, form, onSubmit }: ManualSongFormProps) {
  const { errors } = form.formState
  return (
    <Form id={id} onSubmit={form.handleSubmit(onSubmit)}>
      <TextField
        label="Title"
        autoComplete="off"
        maxLength={limits.titleLength}
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextField
        label="Artist"
        autoComplete="off"
        maxLength={limits.titleLength}
        error={errors.artist?.message}
        {...form.register('artist')}
      />
    </Form>
  )
}
