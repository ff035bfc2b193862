import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aRecording } from '#testing/recording-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { Player } from './player.tsx'
import { play, playNextMark, seek, skip, stopPlayer, stopPlaying } from './player-store.ts'

const recording = aRecording()

let audio: HTMLAudioElement

beforeEach(() => {
  // The store creates one audio element, which all tests share.
  audio ??= document.createElement('audio')
  vi.stubGlobal('Audio', function Audio() {
    return audio
  })
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  vi.spyOn(audio, 'play').mockResolvedValue()
  vi.spyOn(audio, 'pause').mockReturnValue()
})
afterEach(() => act(stopPlayer))

async function failWith(code: number) {
  await renderPage(<Player songs={[]} />)
  act(() => play(recording, 'b'))
  Object.defineProperty(audio, 'error', { configurable: true, value: { code } })
  act(() => void audio.dispatchEvent(new Event('error')))
}

it('the player of a recording that this device cannot play offers only the download', async () => {
  await failWith(4)
  expect(screen.getByRole('alert').textContent).toContain('This device cannot play the file')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Download'])
})

it('the player of a recording that fails to load says "Check your signal" and has the button "Try again"', async () => {
  await failWith(2)
  expect(screen.getByRole('alert').textContent).toContain('Check your signal')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Download', 'Try again'])
})

it('after a press the repeat button is named "Repeat up to here" and has no aria-pressed', async () => {
  await renderPage(<Player songs={[]} />)
  act(() => play(recording, 'b'))
  fireEvent.click(screen.getByRole('button', { name: 'Repeat from here' }))
  expect(screen.getByRole('button', { name: 'Repeat up to here' }).hasAttribute('aria-pressed')).toBe(false)
})

it('the repeat button is called "Repeat from here", "Repeat up to here" and "Stop repeating" in turn, and then "Repeat from here" again', async () => {
  await renderPage(<Player songs={[]} />)
  act(() => play(recording, 'b', 5))
  fireEvent.click(screen.getByRole('button', { name: 'Repeat from here' }))
  act(() => seek(20))
  fireEvent.click(screen.getByRole('button', { name: 'Repeat up to here' }))
  fireEvent.click(screen.getByRole('button', { name: 'Stop repeating' }))
  expect(screen.getByRole('button', { name: 'Repeat from here' })).toBeTruthy()
})

it('a second press of the repeat button at or before the start of the part stops repeating', async () => {
  await renderPage(<Player songs={[]} />)
  for (const at of [5, 3]) {
    act(() => play(recording, 'b', 5))
    fireEvent.click(screen.getByRole('button', { name: 'Repeat from here' }))
    act(() => seek(at))
    fireEvent.click(screen.getByRole('button', { name: 'Repeat up to here' }))
    expect(screen.queryByRole('button', { name: 'Stop repeating' })).toBeNull()
  }
})

it('the next mark is the first over half a second ahead, and there is none after the last', () => {
  const marks = [10, 10.5, 30].map((atSeconds) => ({ id: `at ${atSeconds}`, songId: 's', atSeconds }))
  play({ ...recording, marks }, 'b', 10)
  playNextMark()
  expect(audio.currentTime).toBe(30)
  playNextMark()
  expect(audio.currentTime).toBe(30)
})

it('play and skip move a position outside the recording to its start or end, and stopPlaying closes the player only for the recording that plays', async () => {
  await renderPage(<Player songs={[]} />)
  act(() => play(recording, 'b', 70))
  expect(audio.currentTime).toBe(60)
  act(() => skip(-70))
  expect(audio.currentTime).toBe(0)
  act(() => stopPlaying('other'))
  expect(screen.queryByRole('button', { name: 'Repeat from here' })).toBeTruthy()
  act(() => stopPlaying(recording.id))
  expect(screen.queryByRole('button', { name: 'Repeat from here' })).toBeNull()
})
