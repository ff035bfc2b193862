// @vitest-environment happy-dom

import type { AnswerValue } from '@gaffer/domain/events/event'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
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

it('the answer control has the radio buttons yes, maybe and no, and a tap chooses one', async () => {
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

it('the answer control is a named radio group of Yes, Maybe and No, with the chosen one checked', async () => {
  await renderPage(<AnswerControl label="Your answer to Launch" value="yes" onChoose={onChoose} />)
  const group = screen.getByRole('radiogroup', { name: 'Your answer to Launch' })
  expect(within(group).getByRole('radio', { name: 'Yes', checked: true })).toBeTruthy()
  expect(within(group).getByRole('radio', { name: 'Maybe', checked: false })).toBeTruthy()
  expect(within(group).getByRole('radio', { name: 'No', checked: false })).toBeTruthy()
})

it('arrow keys choose the next and the previous answer', async () => {
  const user = userEvent.setup()
  await renderPage(<Control />)
  await user.click(radio('Yes'))
  await user.keyboard('{ArrowRight}')
  expect(chosen()).toEqual([radio('Maybe')])
  expect(document.activeElement).toBe(radio('Maybe'))
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(chosen()).toEqual([radio('No')])
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

it('without a connection a tap on an answer still chooses it', async () => {
  onChoose.mockClear()
  await renderPage(<AnswerControl label="Your answer" value="yes" onChoose={onChoose} />, {
    savingDisabled: 'No connection.',
  })
  fireEvent.click(radio('No'))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('no')
})
