// The one recording that plays, whatever page is shown. The element is in no page, so that playback continues while the member opens other pages.

import type { Recording } from '@gaffer/domain/recordings/recording'
import { useSyncExternalStore } from 'react'
import { readConnectionState } from '#lib/connection.ts'
import { keptRecordingVersion } from '#offline/keep-recordings.ts'
import { readKeptContent } from '#offline/kept-file-database.ts'
import { isFileKept } from '#offline/kept-files-state.ts'
import { showOverlay } from './overlay-state.ts'

export type PlayerState = {
  /** Null while nothing was chosen. */
  recording: Recording | null
  bandId: string
  isPlaying: boolean
  atSeconds: number
  /** Null until the browser knows it. */
  seconds: number | null
  /** 1 is the speed of the recording. */
  speed: number
  /** What is repeated; `to` is null until its end is chosen. */
  repeat: { from: number; to: number | null } | null
  /** `unplayable`: this browser cannot play the file. */
  problem: 'unplayable' | 'unreachable' | null
}

export const speeds = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5] as const
export const skipSeconds = 10
/** A repeated part ends within so many milliseconds: `timeupdate` comes four times a second only. */
const repeatCheckMs = 40

const silent: PlayerState = {
  recording: null,
  bandId: '',
  isPlaying: false,
  atSeconds: 0,
  seconds: null,
  speed: 1,
  repeat: null,
  problem: null,
}
let state = silent
let element: HTMLAudioElement | null = null
let repeating: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Plays the recording, by default from where it is. */
export function play(recording: Recording, bandId: string, from?: number): void {
  const audio = (element ??= createElement())
  if (state.recording?.id !== recording.id) {
    set({ ...silent, speed: state.speed, recording, bandId, seconds: recording.seconds })
    audio.pause()
    audio.preservesPitch = true
    announce(recording)
    if (isFileKept(recording.id)) {
      void playKept(audio, recording, from)
      return
    }
    setAddress(audio, recording.url)
  }
  start(audio, from)
}

/** From the device, or without its database from the server. */
async function playKept(audio: HTMLAudioElement, { id, mime, url }: Recording, from?: number): Promise<void> {
  const content = await readKeptContent(id, keptRecordingVersion).catch(() => null)
  if (state.recording?.id !== id) return
  setAddress(audio, content ? URL.createObjectURL(new Blob([content], { type: mime })) : url)
  start(audio, from)
}

function setAddress(audio: HTMLAudioElement, address: string): void {
  if (audio.src.startsWith('blob:')) URL.revokeObjectURL(audio.src)
  audio.src = address
}

function start(audio: HTMLAudioElement, from?: number): void {
  if (from !== undefined) seek(from)
  audio.playbackRate = state.speed
  // A failure to load is an event of its own; an interrupted start is no failure.
  audio.play().catch(() => change({ isPlaying: false }))
}

export function pause(): void {
  element?.pause()
}

export function togglePlay(): void {
  const { recording, bandId, isPlaying } = state
  if (isPlaying) pause()
  else if (recording) play(recording, bandId)
}

/** Moves to a second within the recording. */
export function seek(to: number): void {
  if (!element) return
  const at = Math.max(0, Math.min(to, state.seconds ?? to))
  element.currentTime = at
  change({ atSeconds: at })
}

export function skip(seconds: number): void {
  seek(state.atSeconds + seconds)
}

export function setSpeed(speed: number): void {
  if (element) element.playbackRate = speed
  change({ speed })
}

/** Marks the beginning of the part to repeat, then its end, then repeats nothing. */
export function advanceRepeat(): void {
  const { repeat, atSeconds } = state
  if (!repeat) change({ repeat: { from: atSeconds, to: null } })
  else if (repeat.to === null && atSeconds > repeat.from) change({ repeat: { ...repeat, to: atSeconds } })
  else change({ repeat: null })
}

/** Plays from the first mark after this second; does nothing without one. */
export function playNextMark(): void {
  const next = state.recording?.marks.find(({ atSeconds }) => atSeconds > state.atSeconds + 0.5)
  if (next) seek(next.atSeconds)
}

/** From the mark before this second, or from the one before that within its first two seconds. */
function playPreviousMark(): void {
  const previous = state.recording?.marks.findLast(({ atSeconds }) => atSeconds < state.atSeconds - 2)
  seek(previous?.atSeconds ?? 0)
}

/** Updates the marks and the name of the recording that plays. */
export function updatePlayed(recording: Recording): void {
  if (state.recording?.id === recording.id && state.recording !== recording) change({ recording })
}

/** Stops the player if it has this recording, which is being deleted. */
export function stopPlaying(id: string): void {
  if (state.recording?.id === id) stopPlayer()
}

export function stopPlayer(): void {
  element?.pause()
  if (element?.src.startsWith('blob:')) URL.revokeObjectURL(element.src)
  element?.removeAttribute('src')
  element?.load()
  if ('mediaSession' in navigator) navigator.mediaSession.metadata = null
  set({ ...silent, speed: state.speed })
}

export function usePlayer(): PlayerState {
  return useSyncExternalStore(onPlayerChange, readPlayer, readPlayer)
}

function readPlayer(): PlayerState {
  return state
}

function onPlayerChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changes: Partial<PlayerState>): void {
  set({ ...state, ...changes })
}

function set(next: PlayerState): void {
  state = next
  showOverlay('player', state.recording !== null)
  clearInterval(repeating)
  if (state.isPlaying && state.repeat?.to != null) repeating = setInterval(repeatPart, repeatCheckMs)
  for (const listener of listeners) listener()
}

function repeatPart(): void {
  const { repeat } = state
  if (element && repeat?.to != null && element.currentTime >= repeat.to) element.currentTime = repeat.from
}

function createElement(): HTMLAudioElement {
  const audio = new Audio()
  audio.preload = 'metadata'
  audio.addEventListener('timeupdate', () => change({ atSeconds: audio.currentTime }))
  audio.addEventListener('durationchange', () => {
    // A file without an index has no end until it was read.
    if (Number.isFinite(audio.duration)) change({ seconds: audio.duration })
  })
  audio.addEventListener('play', () => change({ isPlaying: true, problem: null }))
  audio.addEventListener('pause', () => change({ isPlaying: false }))
  audio.addEventListener('ended', () => change({ isPlaying: false }))
  audio.addEventListener('error', () => {
    // Also fired when `src` is removed, and there is no recording then.
    if (state.recording)
      change({
        isPlaying: false,
        // Without a network at the start the browser says only that it found no source.
        problem: audio.error?.code === MediaError.MEDIA_ERR_NETWORK || isOffline() ? 'unreachable' : 'unplayable',
      })
  })
  return audio
}

function isOffline(): boolean {
  return readConnectionState().isLost || !navigator.onLine
}

/** The name and the buttons on a locked screen and on headphones. */
function announce({ name }: Recording): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  mediaSession.metadata = new MediaMetadata({ title: name, artist: 'Gaffer' })
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: togglePlay,
    pause,
    seekbackward: () => skip(-skipSeconds),
    seekforward: () => skip(skipSeconds),
    seekto: ({ seekTime }) => seek(seekTime ?? 0),
    previoustrack: playPreviousMark,
    nexttrack: playNextMark,
  }
  for (const [action, handle] of Object.entries(handlers)) {
    try {
      mediaSession.setActionHandler(action as MediaSessionAction, handle)
    } catch {
      // Browsers know different actions.
    }
  }
}
