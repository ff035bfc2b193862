import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TooltipHost } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <button type="button" aria-label="Refresh" data-tip="Refresh" />
      <button type="button" aria-label="Share" data-tip="Share" />
      <TooltipHost />
    </>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = (name: string) => document.querySelector(`[data-tip=${name}]`) as HTMLElement
const hover = (element: Element, pointerType = 'mouse') => fireEvent.pointerOver(element, { pointerType })
const isShown = (text: string) => screen.queryByText(text) !== null

it('a tooltip shows after the mouse has rested for 700 ms, and not before', () => {
  hover(button('Refresh'))
  pass(699)
  expect(isShown('Refresh')).toBe(false)
  pass(1)
  expect(isShown('Refresh')).toBe(true)
})

it('a tooltip does not show for a mouse that leaves after 500 ms, nor for touch', () => {
  hover(button('Refresh'))
  pass(500)
  hover(document.body)
  hover(button('Share'), 'touch')
  pass(5000)
  expect(isShown('Refresh') || isShown('Share')).toBe(false)
})

it.each([
  [299, 'is shown at once'],
  [300, 'is not shown at once'],
])('%i ms after the mouse has left another tooltip, the next tooltip %s', (pause, expected) => {
  hover(button('Refresh'))
  pass(700)
  hover(document.body)
  pass(pause)
  hover(button('Share'))
  expect(isShown('Share') ? 'is shown at once' : 'is not shown at once').toBe(expected)
})

it('a page that scrolls while the mouse rests on a button still shows its tooltip', () => {
  hover(button('Refresh'))
  fireEvent.scroll(document)
  pass(700)
  expect(isShown('Refresh')).toBe(true)
})

it.each(['the Escape key', 'a press', 'a scroll'])('a shown tooltip is hidden by %s', (what) => {
  hover(button('Refresh'))
  pass(700)
  if (what === 'the Escape key') fireEvent.keyDown(document.body, { key: 'Escape' })
  if (what === 'a press') fireEvent.pointerDown(button('Refresh'))
  if (what === 'a scroll') fireEvent.scroll(document)
  expect(isShown('Refresh')).toBe(false)
})
