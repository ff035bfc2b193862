// What to play at a practice: songs sorted by need, which members can reorder on this page and tick as practised.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { practisedRefusalMessageFor } from '@gaffer/domain/practice/practised'
import { clsx } from 'clsx'
import { useId, useRef, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useTickSong, type PracticePlan } from './queries.ts'
import { useSongMarking } from './song-marking.ts'
import { MarkSongButton, type SongMarking } from '#features/songs/mark-song-button.tsx'
import type { Song } from '#features/songs/queries.ts'
import { eventName } from '#features/events/format-event.ts'
import {
  reorderRowClassNameFor,
  ReorderHandle,
  ReorderHint,
  moveRow,
  formatListPosition,
  useReorder,
} from '#ui/reorder.tsx'
import { useToday } from '#lib/use-now.ts'
import { combineReads, nullIfFailed, QueryState } from '#lib/query-state.tsx'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

type Props = { event: CalendarEntry; bandId: string }

export function WhatToPlay({ event, bandId }: Props) {
  const params = { bandId, eventId: event.id }
  const plan = useEndpoint('GET /api/bands/:bandId/events/:eventId/brief', { params })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const practised = useEndpoint('GET /api/bands/:bandId/events/:eventId/practised', { params })
  return (
    <QueryState
      query={combineReads({ plan, songs, practised: nullIfFailed(practised) })}
      fallback={setlistMessages.planNotRead}
      loading={
        <SkeletonGroup label="Loading what to play">
          <Skeleton className="h-60" />
        </SkeletonGroup>
      }
    >
      {(data) => (
        <>
          <QueryState query={practised} fallback={setlistMessages.practisedNotRead} isInline />
          <PlanList
            event={event}
            bandId={bandId}
            practicePlan={data.plan}
            songs={data.songs}
            ticked={data.practised?.songIds ?? null}
          />
        </>
      )}
    </QueryState>
  )
}

type PlanProps = Props & {
  practicePlan: PracticePlan
  songs: readonly Song[]
  /** The ids of the ticked songs; null if they could not be read, and no song can be ticked then. */
  ticked: readonly string[] | null
}

function PlanList({ event, bandId, practicePlan, songs, ticked: read }: PlanProps) {
  const ticked = read ?? []
  // The order is frozen from the first change on: a ticked song needs less practice and would move down.
  const [frozenSongs, setFrozenSongs] = useState<PracticePlan['songs'] | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const hintId = useId()
  const tickSong = useTickSong({ bandId, eventId: event.id }, eventName(event))
  const songMarking = useSongMarking(event, bandId)
  const today = useToday()
  const refusal = practisedRefusalMessageFor(event, today) ?? (read === null ? setlistMessages.practisedNotRead : null)
  const byId = new Map(songs.map((song) => [song.id, song]))
  const plan = (frozenSongs ?? practicePlan.songs).filter(({ songId }) => byId.has(songId))
  const plannedSongIds = new Set(plan.map(({ songId }) => songId))
  const others = songs.filter(({ id, vetos }) => !plannedSongIds.has(id) && (vetos.length === 0 || ticked.includes(id)))
  const { listProps, transformOf, isDragged } = useReorder({ list, count: plan.length, onMove: moveSong })

  function moveSong(from: number, to: number) {
    setFrozenSongs(moveRow(plan, from, to))
    setAnnouncement(formatListPosition(byId.get(plan[from]?.songId ?? '')?.title ?? '', to, plan.length))
  }

  async function freezeOrderAndTick(songId: string, isTicked: boolean) {
    setFrozenSongs(plan)
    await tickSong(songId, isTicked)
  }

  const marking = songMarking && {
    ...songMarking,
    mark(songId: string) {
      setFrozenSongs(plan)
      songMarking.mark(songId)
    },
  }

  if (plan.length === 0 && others.length === 0) return <p className="text-muted">{setlistMessages.planEmpty}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-muted">
        {formatPlanFacts(practicePlan)}
        {refusal && ` ${refusal}.`}
        {marking && ' Tap a song when it begins: that marks it in the recording.'}
      </p>
      <WaitingToSendMark subjectId={event.id} />
      <ol ref={list} {...listProps} aria-label="What to play" className="grid grid-cols-1">
        {plan.map(({ songId, reasons, minutes }, index) => {
          const song = byId.get(songId) as Song
          return (
            <li
              key={songId}
              style={{ transform: transformOf(index) }}
              className={clsx(
                'flex items-center gap-1 border-b border-hairline bg-surface py-1',
                reorderRowClassNameFor(isDragged(index)),
              )}
            >
              <ReorderHandle title={song.title} hintId={hintId} />
              <SongTick
                song={song}
                detail={[...reasons, ...(minutes === null ? [] : [`${minutes} min`])].join(' · ')}
                isTicked={ticked.includes(songId)}
                refusal={refusal}
                marking={marking}
                onTick={(isTicked) => void freezeOrderAndTick(songId, isTicked)}
              />
            </li>
          )
        })}
      </ol>
      <ReorderHint id={hintId} />
      <LiveRegionText text={announcement} className="sr-only" />
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">
            Other songs ({others.length})
          </summary>
          <ul aria-label="Other songs" className="grid grid-cols-1 divide-y divide-hairline">
            {others.map((song) => (
              <li key={song.id} className="flex">
                <SongTick
                  song={song}
                  detail={song.artist}
                  isTicked={ticked.includes(song.id)}
                  refusal={refusal}
                  marking={marking}
                  onTick={(isTicked) => void freezeOrderAndTick(song.id, isTicked)}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function formatPlanFacts({ minutes, nextGig, attending }: PracticePlan): string {
  const attendanceText = `${attending.length} ${attending.length === 1 ? 'member' : 'members'} expected.`
  const length = minutes === null ? '' : ` ${minutes} minutes to fill.`
  return attendanceText + length + (nextGig ? ` The next gig is ${nextGig.title ?? 'booked'}.` : '')
}

type TickProps = {
  song: Song
  detail: string
  isTicked: boolean
  /** The reason why songs cannot be ticked; null if they can. */
  refusal: string | null
  /** Marks the song in the running recording; null while the practice is not being recorded. */
  marking: SongMarking | null
  onTick: (isTicked: boolean) => void
}

function SongTick({ song, detail, isTicked, refusal, marking, onTick }: TickProps) {
  const details = <span className="block text-sm break-words text-muted">{detail}</span>
  // A div while recording, because a label must not contain a button.
  const Row = marking ? 'div' : 'label'
  return (
    <Row className="flex min-h-14 min-w-0 flex-1 cursor-pointer items-center gap-3">
      {marking ? (
        <MarkSongButton song={song} marking={marking}>
          {details}
        </MarkSongButton>
      ) : (
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{song.title}</span>
          {details}
        </span>
      )}
      <input
        type="checkbox"
        aria-label={`${song.title} practised`}
        checked={isTicked}
        disabled={refusal !== null}
        onChange={({ target }) => onTick(target.checked)}
        className="size-6 shrink-0 accent-(--success)"
      />
    </Row>
  )
}
