// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { DateField } from './date-field.tsx'
import { TimeField } from './time-field.tsx'

afterEach(cleanup)

const onToggle = vi.fn<() => void>()
const common = { panelId: 'panel', isOpen: false, onToggle, inputRef: () => undefined }

/** The field, a button that sets it as its picker would, and the stored value. */
function Times() {
  const [time, setTime] = useState<string | null>(null)
  return (
    <>
      <TimeField {...common} label="Start time" value={time} onChange={setTime} />
      <button type="button" onClick={() => setTime('21:15')}>
        Pick
      </button>
      <output>{String(time)}</output>
    </>
  )
}

function Dates({ error }: { error?: string }) {
  const [date, setDate] = useState('2027-03-10')
  return (
    <>
      <DateField {...common} label="Date" error={error} today="2027-03-01" value={date} onChange={setDate} />
      <output>{date}</output>
    </>
  )
}

const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const shown = () => screen.getByRole<HTMLInputElement>('textbox').value
const stored = () => screen.getByRole('status').textContent

it('a typed time is stored at once, and formatted when the field loses the focus', () => {
  render(<Times />)
  type('7pm')
  expect([shown(), stored()]).toEqual(['7pm', '19:00'])
  fireEvent.blur(screen.getByRole('textbox'))
  expect(shown()).toBe('7:00 PM')
})

it('a picked time replaces the typed text', () => {
  render(<Times />)
  type('7pm')
  fireEvent.click(screen.getByRole('button', { name: 'Pick' }))
  expect([shown(), stored()]).toEqual(['9:15 PM', '21:15'])
})

it('an emptied time field stores no time', () => {
  render(<Times />)
  type('7pm')
  type('')
  expect(stored()).toBe('null')
})

it('a typed text that is no time is stored as typed, so that the form refuses it', () => {
  render(<Times />)
  type('after tea')
  fireEvent.blur(screen.getByRole('textbox'))
  expect([shown(), stored()]).toEqual(['after tea', 'after tea'])
})

it('a date field shows dd/mm/yyyy and reads the date while it is typed', () => {
  render(<Dates />)
  expect(shown()).toBe('10/03/2027')
  type('4/12')
  expect([shown(), stored()]).toEqual(['4/12', '2027-12-04'])
})

it('the error of a picker field is part of its description', () => {
  render(<Dates error="Choose a real date" />)
  const field = screen.getByRole('textbox', { name: 'Date' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose a real date')
})

it('the button beside a picker field calls onToggle', () => {
  render(<Dates />)
  fireEvent.click(screen.getByRole('button', { name: 'Choose date' }))
  expect(onToggle).toHaveBeenCalledOnce()
})
