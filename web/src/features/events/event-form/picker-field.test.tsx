import { describeEventEnd } from '@gaffer/domain/events/event-length'
import { messages } from '@gaffer/domain/shared/messages'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { DateField } from './date-field.tsx'
import { TimeField } from './time-field.tsx'

const onToggle = vi.fn<() => void>()
const common = { panelId: 'panel', isOpen: false, onToggle, inputRef: () => undefined }

/** A time field, a button that sets a time as the picker does, and the field's value. */
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

/** The end time field of an event that starts on Thursday 4 February 2027 at 7 PM. */
function EndTime() {
  const [time, setTime] = useState<string | null>(null)
  const end = describeEventEnd({ date: '2027-02-04', endDate: null, startTime: '19:00', endTime: time })
  return (
    <>
      <TimeField {...common} label="End time" after="19:00" end={end} value={time} onChange={setTime} />
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
const shownText = () => screen.getByRole<HTMLInputElement>('textbox').value
const storedValue = () => screen.getByRole('status').textContent
const blur = () => fireEvent.blur(screen.getByRole('textbox'))
/** The texts beneath the field. */
const descriptionTexts = () =>
  (screen.getByRole('textbox').getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text !== '')

it('a typed time is set in the form at once, and formatted when the field loses the focus', () => {
  render(<Times />)
  type('7pm')
  expect([shownText(), storedValue()]).toEqual(['7pm', '19:00'])
  fireEvent.blur(screen.getByRole('textbox'))
  expect(shownText()).toBe('7:00 PM')
})

it('a time from the picker replaces the typed text of a time field', () => {
  render(<Times />)
  type('7pm')
  fireEvent.click(screen.getByRole('button', { name: 'Pick' }))
  expect([shownText(), storedValue()]).toEqual(['9:15 PM', '21:15'])
})

it('an emptied time field sets the value null', () => {
  render(<Times />)
  type('7pm')
  type('')
  expect(storedValue()).toBe('null')
})

it('a time typed as "half 7" is shown as "7:30 PM" beneath the field until the field loses the focus', () => {
  render(<Times />)
  expect(descriptionTexts()).toEqual([])
  type('7')
  expect([shownText(), descriptionTexts()]).toEqual(['7', ['7:00 PM']])
  type('half 7')
  expect(descriptionTexts()).toEqual(['7:30 PM'])
  blur()
  expect([shownText(), descriptionTexts()]).toEqual(['7:30 PM', []])
})

it.each([
  ['10', '22:00', ['10:00 PM, 3 h'], ['3 h']],
  ['9.30', '21:30', ['9:30 PM, 2 h 30 min'], ['2 h 30 min']],
  ['10am', '10:00', ['15 h, ends Fri 10 AM'], ['15 h, ends Fri 10 AM']],
])('an end typed as "%s" after 7 PM is %s, with the length of the event beneath it', (typed, time, atOnce, left) => {
  render(<EndTime />)
  type(typed)
  expect([storedValue(), descriptionTexts()]).toEqual([time, atOnce])
  blur()
  expect(descriptionTexts()).toEqual(left)
})

it('a typed text that is no time shows an error once the time field loses the focus', () => {
  render(<Times />)
  fireEvent.focus(screen.getByRole('textbox'))
  type('after tea')
  expect(descriptionTexts()).toEqual([])
  blur()
  expect(descriptionTexts()).toEqual([messages.timeNotUnderstood])
  type('7')
  expect(descriptionTexts()).toEqual(['7:00 PM'])
})

it('time fields have no placeholder', () => {
  render(<Times />)
  expect(screen.getByRole<HTMLInputElement>('textbox').placeholder).toBe('')
})

it('a typed text that is no time becomes the value of the field as typed', () => {
  render(<Times />)
  type('after tea')
  fireEvent.blur(screen.getByRole('textbox'))
  expect([shownText(), storedValue()]).toEqual(['after tea', 'after tea'])
})

it('a date field shows dd/mm/yyyy and reads the date while it is typed', () => {
  render(<Dates />)
  expect(shownText()).toBe('10/03/2027')
  type('4/12')
  expect([shownText(), storedValue()]).toEqual(['4/12', '2027-12-04'])
})

it('the weekday of a typed date is shown beneath the field at once', () => {
  render(<Dates />)
  expect(descriptionTexts()).toEqual(['Wed 10 Mar'])
  type('next fri')
  expect([storedValue(), descriptionTexts()]).toEqual(['2027-03-12', ['Fri 12 Mar']])
  blur()
  expect([shownText(), descriptionTexts()]).toEqual(['12/03/2027', ['Fri 12 Mar']])
})

it('a date that does not exist shows an error once the field loses the focus', () => {
  render(<Dates />)
  type('30 feb')
  blur()
  expect([shownText(), storedValue(), descriptionTexts()]).toEqual(['30 feb', '30 feb', [messages.dateNotUnderstood]])
})

it('the error of a picker field is part of its accessible description', () => {
  render(<Dates error="Choose a real date" />)
  expect(screen.getByRole('textbox', { name: 'Date' }).getAttribute('aria-invalid')).toBe('true')
  expect(descriptionTexts()).toEqual(['Choose a real date', 'Wed 10 Mar'])
})

it('the button beside a picker field calls onToggle', () => {
  render(<Dates />)
  fireEvent.click(screen.getByRole('button', { name: 'Choose date' }))
  expect(onToggle).toHaveBeenCalledOnce()
})
