// The recorder of this tab. It continues while the member opens other pages of the app.

import { useSyncExternalStore } from 'react'
import { setRunningRecording } from '#features/practice/song-marking.ts'
import { pause } from './player-store.ts'
import { createClientId } from '#lib/client-id.ts'
import { setOverlayShown } from './overlay-state.ts'
import { storePiece, storeTake, type Take } from './take-database.ts'

type RecorderState = {
  take: Take | null
  seconds: number
  /** The loudness, from 0 to 1. */
  level: number
  problem: string | null
}

/** The length of a piece in milliseconds. Each piece is stored on the device as soon as it ends. */
const pieceMs = 5000
const updateIntervalMs = 200
const bitsPerSecond = 128_000
const mimeTypes = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/webm;codecs=opus',
  'audio/mp4',
  'audio/webm',
  'audio/ogg;codecs=opus',
]

const idleState: RecorderState = { take: null, seconds: 0, level: 0, problem: null }
let recorderState = idleState
let runningRecorder: { recorder: MediaRecorder; stream: MediaStream; meter: LevelMeter; startedAtMs: number } | null =
  null
let isStarting = false
let wakeLock: WakeLockSentinel | null = null
let updateTimer: ReturnType<typeof setInterval> | undefined
let pendingWrites: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && findMimeType() !== undefined && 'mediaDevices' in navigator
}

function findMimeType(): string | undefined {
  return mimeTypes.find((type) => MediaRecorder.isTypeSupported(type))
}

type NewTake = Pick<Take, 'userId' | 'bandId' | 'eventId' | 'name'>

/** Asks for the microphone, and records until `stopRecording`. Does nothing if a recording runs or starts, or the browser cannot record. */
export async function startRecording(newTake: NewTake): Promise<void> {
  const mimeType = findMimeType()
  if (recorderState.take || isStarting || mimeType === undefined) return
  isStarting = true
  await beginRecording(newTake, mimeType).finally(() => (isStarting = false))
}

async function beginRecording(newTake: NewTake, mimeType: string): Promise<void> {
  setRecorderState(idleState)
  pause()
  let stream: MediaStream
  try {
    // Turns off the browser's filters, which are made for speech and distort music.
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
    stream = await navigator.mediaDevices.getUserMedia({ audio })
  } catch {
    setRecorderState({
      ...idleState,
      problem: 'The microphone is not allowed, or there is none. Allow it in the settings of the browser.',
    })
    return
  }
  // Asks for persistent storage, so that the browser does not delete the pieces when the device is full.
  void navigator.storage?.persist?.()
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond })
  const now = Date.now()
  const take: Take = {
    ...newTake,
    id: createClientId(now),
    mime: recorder.mimeType || mimeType,
    startedAt: now,
    storedAt: now,
    seconds: 0,
    marks: [],
    isStopped: false,
    isSending: false,
  }
  let index = 0
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    const piece = { data, index, endSeconds: readRecordedSeconds() }
    index += 1
    pendingWrites = pendingWrites.then(() => storeRecordedPiece(piece))
  })
  recorder.addEventListener('stop', () => void finishRecording())
  try {
    await storeTake(take)
  } catch {
    for (const track of stream.getTracks()) track.stop()
    setRecorderState({ ...idleState, problem: 'There is no room left on this device, so the recording did not begin.' })
    return
  }
  recorder.start(pieceMs)
  runningRecorder = { recorder, stream, meter: createLevelMeter(stream), startedAtMs: performance.now() }
  setRecorderState({ ...idleState, take })
  updateTimer = setInterval(updateTimeAndLevel, updateIntervalMs)
  addEventListener('beforeunload', askBeforeLeaving)
  document.addEventListener('visibilitychange', keepScreenOn)
  keepScreenOn()
}

/** Stops the recorder, if it still records: an iPhone stops it when the screen is locked. */
export function stopRecording(): void {
  if (runningRecorder?.recorder.state === 'recording') runningRecorder.recorder.stop()
}

/** Adds a mark to the take: the song begins now. */
function markSong(songId: string): void {
  const { take } = recorderState
  if (!take) return
  const marks = [...take.marks, { id: createClientId(), songId, atSeconds: Math.floor(readRecordedSeconds()) }]
  setRecorderState({ ...recorderState, take: { ...take, marks } })
  pendingWrites = pendingWrites.then(storeMarks).catch(showStorageFull)
}

async function storeMarks(): Promise<void> {
  // If the recording has ended in the meantime, `finishRecording` has stored the take with its marks.
  if (recorderState.take) await storeTake(recorderState.take)
}

export function useRecorder(): RecorderState {
  return useSyncExternalStore(onRecorderChange, readRecorder, readRecorder)
}

export function useIsRecording(): boolean {
  return useSyncExternalStore(onRecorderChange, isRecording, isRecording)
}

function isRecording(): boolean {
  return recorderState.take !== null
}

function readRecorder(): RecorderState {
  return recorderState
}

function onRecorderChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setRecorderState(next: RecorderState): void {
  const isOtherTake = next.take !== recorderState.take
  recorderState = next
  if (isOtherTake) setRunningRecording(next.take && toRunningRecording(next.take))
  setOverlayShown('recorder', recorderState.take !== null)
  for (const listener of listeners) listener()
}

function toRunningRecording({ eventId, marks }: Take) {
  return { eventId, marked: marks.map(({ songId }) => songId), mark: markSong }
}

function updateTimeAndLevel(): void {
  if (runningRecorder)
    setRecorderState({ ...recorderState, seconds: readRecordedSeconds(), level: runningRecorder.meter.read() })
}

/** The seconds since the recording began. */
function readRecordedSeconds(): number {
  return runningRecorder ? (performance.now() - runningRecorder.startedAtMs) / 1000 : recorderState.seconds
}

type Piece = {
  data: Blob
  index: number
  /** The second of the take at which the piece ends. */
  endSeconds: number
}

async function storeRecordedPiece({ data, index, endSeconds }: Piece): Promise<void> {
  try {
    const bytes = await data.arrayBuffer()
    const takeChanges = { seconds: endSeconds, storedAt: Date.now() }
    if (!recorderState.take) return
    await storePiece({ ...recorderState.take, ...takeChanges }, index, bytes)
    // Merges into the current state, because songs may have been marked while the piece was stored.
    setRecorderState({ ...recorderState, take: { ...recorderState.take, ...takeChanges } })
  } catch {
    showStorageFull()
    stopRecording()
  }
}

function showStorageFull(): void {
  setRecorderState({
    ...recorderState,
    problem: 'There is no room left on this device. What was recorded until now is kept.',
  })
}

async function finishRecording(): Promise<void> {
  clearInterval(updateTimer)
  removeEventListener('beforeunload', askBeforeLeaving)
  document.removeEventListener('visibilitychange', keepScreenOn)
  void wakeLock?.release()
  wakeLock = null
  for (const track of runningRecorder?.stream.getTracks() ?? []) track.stop()
  runningRecorder?.meter.close()
  runningRecorder = null
  await pendingWrites
  const { take, problem } = recorderState
  if (take) await storeTake({ ...take, isStopped: true }).catch(showStorageFull)
  setRecorderState({ ...idleState, problem })
}

/** Requests a wake lock. Called again whenever the page is shown, because the browser releases the wake lock of a hidden page. */
function keepScreenOn(): void {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  navigator.wakeLock.request('screen').then(
    (lock) => (wakeLock = lock),
    // The browser refuses a wake lock when the battery is low. The recording continues without it.
    () => (wakeLock = null),
  )
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

type LevelMeter = { /** The current loudness, from 0 to 1. */ read: () => number; close: () => void }

function createLevelMeter(stream: MediaStream): LevelMeter {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read() {
      analyser.getFloatTimeDomainData(samples)
      const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // Maps −60 dB to 0 and full scale to 1.
      return square === 0 ? 0 : Math.max(0, Math.min(1, 1 + (10 * Math.log10(square)) / 60))
    },
    close: () => void context.close(),
  }
}
