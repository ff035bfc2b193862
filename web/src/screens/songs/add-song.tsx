// Adding songs: found in the music service's catalogue, as many as one likes, or by hand.

import { limits } from '@gaffer/domain/limits'
import { SongInput } from '@gaffer/domain/song'
import { songOf } from '@gaffer/domain/spotify'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { PenLine } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import type { OwnMembership } from '#data/me.ts'
import type { Track } from '#data/song-search.ts'
import type { Song } from '#data/songs.ts'
import { fillForm } from '#parts/form-draft.tsx'
import { UnsavedGuard } from '#parts/unsaved-guard.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HandFields, type HandSong } from './hand-fields.tsx'
import { SongSearch } from './song-search.tsx'
import { useAdding } from './use-adding.ts'

type Props = {
  isOpen: boolean
  songs: readonly Song[]
  membership: OwnMembership
  onAdded: (songId: string) => void
  /** A song by hand that was not saved: the form begins with it. */
  draft: HandSong | null
  onClose: () => void
}

export function AddSong({ isOpen, songs, membership, draft, onAdded, onClose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isSaved = useRef(false)
  const [text, setText] = useState('')
  const [isByHand, setByHand] = useState(draft !== null)
  const { add, adding } = useAdding(membership, onAdded)
  const form = useForm<HandSong>({
    resolver: standardSchemaResolver(SongInput) as never,
    defaultValues: { title: '', artist: '' },
  })
  const { isDirty } = form.formState

  useEffect(() => {
    if (draft) fillForm(form, draft)
  }, [form, draft])

  function beginByHand() {
    form.reset({ title: text.trim().slice(0, limits.titleLength), artist: '' })
    flushSync(() => setByHand(true))
    form.setFocus('title')
  }

  function backToSearch() {
    flushSync(() => setByHand(false))
    input.current?.focus()
  }

  const addTrack = (track: Track) => void add(songOf(track), track.id)

  async function addByHand(song: HandSong) {
    if (!(await add(song, null))) return
    isSaved.current = true
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add Song"
      isDirty={isByHand && isDirty}
      firstFocus={input}
      // As tall with results as without, so that nothing jumps while they come.
      className={isByHand ? '' : 'h-dvh! md:h-[min(42rem,86dvh)]!'}
      footer={
        isByHand ? (
          <div className="grid grid-cols-2 gap-3">
            <Button variant="secondary" onClick={backToSearch}>
              Back to search
            </Button>
            <Button type="submit" form={id} isBusy={adding !== undefined}>
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
        <HandFields id={id} form={form} onSubmit={(song) => void addByHand(song)} />
      ) : (
        <SongSearch {...{ text, setText, input, songs }} adding={adding} onAdd={addTrack} />
      )}
      <UnsavedGuard
        isDirty={() => isOpen && isByHand && isDirty && !isSaved.current}
        draft={{ name: `song/${membership.bandId}`, values: () => form.getValues() }}
      />
    </Dialog>
  )
}
