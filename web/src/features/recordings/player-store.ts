// The state of the player. Its audio element is outside the document, so that playback continues while the member opens other pages.

import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { useSyncExternalStore } from 'react'
import { readConnectionState } from '#lib/connection.ts'
import { keptRecordingVersion } from '#offline/keep-recordings.ts'
import { readKeptContent } from '#offline/kept-file-database.ts'
import { isFileKept } from '#offline/kept-files-state.ts'
import { setOverlayShown } from './overlay-state.ts'

export type PlayerState = {
  /** The loaded recording; null while none is loaded. */
  recording: ShownRecording | null
  bandId: string
  isPlaying: boolean
  atSeconds: number
  /** The length of the recording; null until it is known. */
  seconds: number | null
  /** The playback rate; 1 is the original speed. */
  speed: number
  /** The part that is repeated, in seconds. `to` is null until its end is chosen. */
  repeat: { from: number; to: number | null } | null
  /** `unplayable`: this browser cannot play the file. `unreachable`: the file could not be loaded. */
  problem: 'unplayable' | 'unreachable' | null
}

export const playbackSpeeds = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5] as const
export const skipSeconds = 10
/** How often the end of a repeated part is checked. `timeupdate` is too slow: it fires about four times a second. */
const repeatCheckMs = 40

const initialState: PlayerState = {
  recording: null,
  bandId: '',
  isPlaying: false,
  atSeconds: 0,
  seconds: null,
  speed: 1,
  repeat: null,
  problem: null,
}
let playerState = initialState
let audioElement: HTMLAudioElement | null = null
let repeatTimer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Plays the recording from the second `from`; by default from its current position. */
export function play(recording: ShownRecording, bandId: string, from?: number): void {
  const audio = (audioElement ??= createAudioElement())
  if (playerState.recording?.id !== recording.id) {
    setPlayerState({ ...initialState, speed: playerState.speed, recording, bandId, seconds: recording.seconds })
    audio.pause()
    audio.preservesPitch = true
    setUpMediaSession(recording)
    if (isFileKept(recording.id)) {
      void playKept(audio, recording, from)
      return
    }
    setAudioSource(audio, recording.url)
  }
  startPlayback(audio, from)
}

/** Plays a recording from the device; from the server if the device has no readable copy. */
async function playKept(audio: HTMLAudioElement, { id, mime, url }: ShownRecording, from?: number): Promise<void> {
  const content = await readKeptContent(id, keptRecordingVersion).catch(() => null)
  if (playerState.recording?.id !== id) return
  setAudioSource(audio, content ? URL.createObjectURL(new Blob([content], { type: mime })) : url)
  startPlayback(audio, from)
}

function setAudioSource(audio: HTMLAudioElement, address: string): void {
  if (audio.src.startsWith('blob:')) URL.revokeObjectURL(audio.src)
  audio.src = address
}

function startPlayback(audio: HTMLAudioElement, from?: number): void {
  if (from !== undefined) seek(from)
  audio.playbackRate = playerState.speed
  // Only resets the state: a load failure fires the `error` event, and an interrupted start is not a failure.
  audio.play().catch(() => changePlayerState({ isPlaying: false }))
}

export function pause(): void {
  audioElement?.pause()
}

export function togglePlay(): void {
  const { recording, bandId, isPlaying } = playerState
  if (isPlaying) pause()
  else if (recording) play(recording, bandId)
}

/** Moves the position to the given second, limited to the recording's length. */
export function seek(to: number): void {
  if (!audioElement) return
  const at = Math.max(0, Math.min(to, playerState.seconds ?? to))
  audioElement.currentTime = at
  changePlayerState({ atSeconds: at })
}

export function skip(seconds: number): void {
  seek(playerState.atSeconds + seconds)
}

export function setSpeed(speed: number): void {
  if (audioElement) audioElement.playbackRate = speed
  changePlayerState({ speed })
}

/** The action of the repeat button: the first press sets the start of the part, the second its end, the third stops repeating. */
export function advanceRepeat(): void {
  const { repeat, atSeconds } = playerState
  if (!repeat) changePlayerState({ repeat: { from: atSeconds, to: null } })
  else if (repeat.to === null && atSeconds > repeat.from) changePlayerState({ repeat: { ...repeat, to: atSeconds } })
  else changePlayerState({ repeat: null })
}

/** Moves to the next mark; does nothing after the last one. */
export function playNextMark(): void {
  const nextMark = playerState.recording?.marks.find(({ atSeconds }) => atSeconds > playerState.atSeconds + 0.5)
  if (nextMark) seek(nextMark.atSeconds)
}

/** Moves back to the latest mark that is over two seconds ago; to the beginning if there is none. */
function playPreviousMark(): void {
  const previousMark = playerState.recording?.marks.findLast(({ atSeconds }) => atSeconds < playerState.atSeconds - 2)
  seek(previousMark?.atSeconds ?? 0)
}

/** Updates the loaded recording, after its marks or its name have changed. */
export function updateLoadedRecording(recording: ShownRecording): void {
  if (playerState.recording?.id === recording.id && playerState.recording !== recording)
    changePlayerState({ recording })
}

/** Stops the player if this recording is loaded, before it is deleted. */
export function stopPlaying(id: string): void {
  if (playerState.recording?.id === id) stopPlayer()
}

export function stopPlayer(): void {
  audioElement?.pause()
  if (audioElement?.src.startsWith('blob:')) URL.revokeObjectURL(audioElement.src)
  audioElement?.removeAttribute('src')
  audioElement?.load()
  if ('mediaSession' in navigator) navigator.mediaSession.metadata = null
  setPlayerState({ ...initialState, speed: playerState.speed })
}

export function usePlayer(): PlayerState {
  return useSyncExternalStore(onPlayerChange, readPlayer, readPlayer)
}

function readPlayer(): PlayerState {
  return playerState
}

function onPlayerChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changePlayerState(changes: Partial<PlayerState>): void {
  setPlayerState({ ...playerState, ...changes })
}

function setPlayerState(next: PlayerState): void {
  playerState = next
  setOverlayShown('player', playerState.recording !== null)
  clearInterval(repeatTimer)
  if (playerState.isPlaying && playerState.repeat?.to != null)
    repeatTimer = setInterval(jumpBackAtRepeatEnd, repeatCheckMs)
  for (const listener of listeners) listener()
}

function jumpBackAtRepeatEnd(): void {
  const { repeat } = playerState
  if (audioElement && repeat?.to != null && audioElement.currentTime >= repeat.to)
    audioElement.currentTime = repeat.from
}

function createAudioElement(): HTMLAudioElement {
  const audio = new Audio()
  audio.preload = 'metadata'
  audio.addEventListener('timeupdate', () => changePlayerState({ atSeconds: audio.currentTime }))
  audio.addEventListener('durationchange', () => {
    // The duration of a file without an index is Infinity until the whole file is read.
    if (Number.isFinite(audio.duration)) changePlayerState({ seconds: audio.duration })
  })
  audio.addEventListener('play', () => changePlayerState({ isPlaying: true, problem: null }))
  audio.addEventListener('pause', () => changePlayerState({ isPlaying: false }))
  audio.addEventListener('ended', () => changePlayerState({ isPlaying: false }))
  audio.addEventListener('error', () => {
    // Removing `src` fires this event too, but then no recording is loaded.
    if (playerState.recording)
      changePlayerState({
        isPlaying: false,
        // If the network is lost before the start, the browser reports only an unsupported source.
        problem: audio.error?.code === MediaError.MEDIA_ERR_NETWORK || isOffline() ? 'unreachable' : 'unplayable',
      })
  })
  return audio
}

function isOffline(): boolean {
  return readConnectionState().isLost || !navigator.onLine
}

/** Sets up the media session: the name on the lock screen, and the buttons there and on headphones. */
function setUpMediaSession({ name }: ShownRecording): void {
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
      // This browser does not support the action. The other actions still work.
    }
  }
}
