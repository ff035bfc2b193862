// Marking songs while an event is being recorded. The recorder is part of a later feature (`recordings`), and registers itself here while it runs.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isPracticeOrRehearsal, practisedRefusalMessageFor } from '@gaffer/domain/practice/practised'
import { useSyncExternalStore } from 'react'
import { eventName } from '#features/events/format-event.ts'
import type { SongMarking } from '#features/songs/mark-song-button.tsx'
import { useToday } from '#lib/use-now.ts'
import { useTickSong } from './queries.ts'

type RunningRecording = SongMarking & { eventId: string }

let running: RunningRecording | null = null
const listeners = new Set<() => void>()

/** Null once the recorder has stopped. */
export function setRunningRecording(recording: RunningRecording | null): void {
  running = recording
  for (const listener of listeners) listener()
}

/** Null while the event is not being recorded. Marking a song ticks it as practised. */
export function useSongMarking(event: CalendarEntry, bandId: string): SongMarking | null {
  const recording = useSyncExternalStore(subscribe, runningRecording, runningRecording)
  const tick = useTickSong({ bandId, eventId: event.id }, eventName(event))
  const today = useToday()
  if (recording?.eventId !== event.id) return null
  const isTicked = isPracticeOrRehearsal(event.type) && practisedRefusalMessageFor(event, today) === null
  return {
    marked: recording.marked,
    mark: (songId) => {
      recording.mark(songId)
      if (isTicked) void tick(songId, true)
    },
  }
}

/** The running recording, or null. */
export function runningRecording(): RunningRecording | null {
  return running
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
