// The songs in practice order, and what may be said and done about each.

import type { Membership } from '@gaffer/domain/member'
import { messages } from '@gaffer/domain/messages'
import type { Song } from '@gaffer/domain/song'
import { useMemo, useState } from 'react'
import type { OwnMembership } from '#data/me.ts'
import { useSay, type Word } from '#data/songs.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { showFailure } from '#ui/toast-store.ts'
import { GlidingList } from './gliding-list.tsx'
import { RemoveSong } from './remove-song.tsx'
import type { SongActions } from './song-details.tsx'
import { SongRow } from './song-row.tsx'
import { usePracticeOrder } from './use-practice-order.ts'

type Props = { songs: readonly Song[]; members: readonly Membership[] | undefined; membership: OwnMembership }

export function SongList({ songs, members, membership }: Props) {
  const { ordered, order, touch, touched } = usePracticeOrder(songs)
  const [leaving, setLeaving] = useState<Song | null>(null)
  const send = useSay(membership)
  const actions = useMemo(
    (): SongActions => ({
      say: (word) => void send(word).catch((error: unknown) => showFailure(refusalOf(word, error))),
      remove: setLeaving,
    }),
    [send],
  )
  return (
    <>
      <GlidingList label="Practice list" order={order} touched={touched} onTouch={touch}>
        {ordered.map((song) => (
          <SongRow key={song.id} song={song} members={members} ownId={membership.id} actions={actions} />
        ))}
      </GlidingList>
      {leaving && <RemoveSong bandId={membership.bandId} song={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function refusalOf(word: Word, error: unknown) {
  const title = 'status' in word ? messages.readinessNotUpdated : messages.vetoNotUpdated
  return { title, text: sentenceOf(error, messages.tryAgain) }
}
