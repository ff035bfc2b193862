// Marks songs while an event is being recorded. This feature must not import the recorder (`recordings`), so the recorder registers itself here.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isPracticeOrRehearsal, practisedRefusalMessageFor } from '@gaffer/domain/practice/practised'
import { useSyncExternalStore } from 'react'
import { eventName } from '#features/events/format-event.ts'
import type { SongMarking } from '#features/songs/mark-song-button.tsx'
import { useToday } from '#lib/use-now.ts'
import { useTickSong } from './queries.ts'

type RunningRecording = SongMarking & { eventId: string }

let currentRecording: RunningRecording | null = null
const listeners = new Set<() => void>()

/** Called by the recorder: with the recording while it runs, and with null once it has stopped. */
export function setRunningRecording(recording: RunningRecording | null): void {
  currentRecording = recording
  for (const listener of listeners) listener()
}

/**
 * Returns the ids of the songs that are marked in the running recording of the event, and a function that marks a song; null while the event is not
 * being recorded. In a practice whose songs can be ticked, a marked song is ticked as practised too.
 */
export function useSongMarking(event: CalendarEntry, bandId: string): SongMarking | null {
  const runningRecording = useSyncExternalStore(subscribe, readRunningRecording, readRunningRecording)
  const tick = useTickSong({ bandId, eventId: event.id }, eventName(event))
  const today = useToday()
  if (runningRecording?.eventId !== event.id) return null
  const canTick = isPracticeOrRehearsal(event.type) && practisedRefusalMessageFor(event, today) === null
  return {
    marked: runningRecording.marked,
    mark: (songId) => {
      runningRecording.mark(songId)
      if (canTick) void tick(songId, true)
    },
  }
}

/** The recording that is running in this tab; null if there is none. */
export function readRunningRecording(): RunningRecording | null {
  return currentRecording
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
