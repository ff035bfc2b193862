import type { AnswerValue } from '@gaffer/domain/events/event'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { AnswerControl } from './answer-control.tsx'

const onChoose = vi.fn<(answer: AnswerValue) => void>()

function Control() {
  const [value, setValue] = useState<AnswerValue | null>(null)
  return (
    <AnswerControl
      label="Your answer"
      value={value}
      onChoose={(answer) => {
        setValue(answer)
        onChoose(answer)
      }}
    />
  )
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)

it('the answer control has the radio buttons yes, maybe and no, and a tap on an answer chooses that answer', async () => {
  await renderPage(<Control />)
  expect(screen.getByRole('radiogroup', { name: 'Your answer' })).toBeTruthy()
  expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual(['yes', 'maybe', 'no'])
  expect(chosen()).toEqual([])
  fireEvent.click(radio('Maybe'))
  expect(chosen()).toEqual([radio('Maybe')])
  fireEvent.click(radio('No'))
  expect(chosen()).toEqual([radio('No')])
  expect(onChoose.mock.calls).toEqual([['maybe'], ['no']])
})

it('the answer control is a named radio group of Yes, Maybe and No, with the chosen answer checked', async () => {
  await renderPage(<AnswerControl label="Your answer to Launch" value="yes" onChoose={onChoose} />)
  const group = screen.getByRole('radiogroup', { name: 'Your answer to Launch' })
  expect(within(group).getByRole('radio', { name: 'Yes', checked: true })).toBeTruthy()
  expect(within(group).getByRole('radio', { name: 'Maybe', checked: false })).toBeTruthy()
  expect(within(group).getByRole('radio', { name: 'No', checked: false })).toBeTruthy()
})

describe('arrow keys', () => {
  const start = async () => {
    const user = userEvent.setup()
    await renderPage(<Control />)
    await user.click(radio('Yes'))
    onChoose.mockClear()
    return user
  }
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('in the answer control, arrow keys check the next and the previous answer', async () => {
    const user = await start()
    await user.keyboard('{ArrowRight}')
    expect(chosen()).toEqual([radio('Maybe')])
    expect(document.activeElement).toBe(radio('Maybe'))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(chosen()).toEqual([radio('No')])
  })

  it('in the answer control, arrow keys send nothing until a pause, after which the last choice is sent once', async () => {
    const user = await start()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(onChoose).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(2000))
    expect(onChoose.mock.calls).toEqual([['no']])
    expect(chosen()).toEqual([radio('No')])
  })

  it.each(['{Enter}', ' '])('after an arrow key, "%s" sends the chosen answer at once, and only once', async (key) => {
    const user = await start()
    await user.keyboard(`{ArrowRight}${key}`)
    expect(onChoose.mock.calls).toEqual([['maybe']])
    act(() => vi.advanceTimersByTime(2000))
    expect(onChoose).toHaveBeenCalledOnce()
  })

  it('a choice by arrow key is sent when the focus leaves the answer control', async () => {
    const user = await start()
    await user.keyboard('{ArrowRight}{Tab}')
    expect(onChoose.mock.calls).toEqual([['maybe']])
  })

  it('an answer control that unmounts right after an arrow key sends the choice', async () => {
    const user = await start()
    await user.keyboard('{ArrowRight}')
    cleanup()
    expect(onChoose.mock.calls).toEqual([['maybe']])
  })

  it('arrow keys that return to the current answer send nothing', async () => {
    const user = await start()
    await user.keyboard('{ArrowRight}{ArrowLeft}{Enter}')
    act(() => vi.advanceTimersByTime(2000))
    expect(onChoose).not.toHaveBeenCalled()
    expect(chosen()).toEqual([radio('Yes')])
  })

  it('Enter chooses the focused answer of an answer control that has no answer yet', async () => {
    const user = userEvent.setup()
    onChoose.mockClear()
    await renderPage(<Control />)
    await user.keyboard('{Tab}{Enter}')
    expect(onChoose.mock.calls).toEqual([['yes']])
  })
})

it('a disabled answer control states the reason, and a tap chooses nothing', async () => {
  onChoose.mockClear()
  await renderPage(
    <AnswerControl label="Your answer" value={null} onChoose={onChoose} disabledReason="This event is cancelled" />,
  )
  const group = screen.getByRole('radiogroup', { name: 'Your answer' })
  const reason = document.getElementById(group.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('This event is cancelled')
  fireEvent.click(radio('Yes'))
  expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(true)
  expect(onChoose).not.toHaveBeenCalled()
})

it('without a connection, a tap on an answer still calls onChoose', async () => {
  onChoose.mockClear()
  await renderPage(<AnswerControl label="Your answer" value="yes" onChoose={onChoose} />, {
    savingDisabled: 'No connection.',
  })
  fireEvent.click(radio('No'))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('no')
})
