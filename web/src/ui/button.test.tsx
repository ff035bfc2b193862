import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { SavingDisabledReasonContext } from './saving-disabled.tsx'
import { Switch } from './switch.tsx'
import { readCurrentToast, dismissToast } from './toast-store.ts'

const reason = 'No connection. This can be changed when you are back.'
const onPress = vi.fn<() => void>()

afterEach(() => {
  cleanup()
  onPress.mockClear()
  dismissToast()
})

const renderOffline = (control: React.ReactNode) =>
  render(<SavingDisabledReasonContext value={reason}>{control}</SavingDisabledReasonContext>)

it.each([
  ['button', <Button key="b" saves onClick={onPress} />],
  ['button', <Button key="s" type="submit" onClick={onPress} />],
  ['switch', <Switch key="w" saves label="Veto" isOn={false} onChange={onPress} />],
])(
  'while saving is disabled, a press on a %s that saves shows the reason and does not call its handler',
  (role, control) => {
    renderOffline(control)
    const element = screen.getByRole(role)
    expect(element.getAttribute('aria-disabled')).toBe('true')
    expect(element.getAttribute('aria-description')).toBe(reason)
    fireEvent.click(element)
    expect(onPress).not.toHaveBeenCalled()
    expect(readCurrentToast()).toMatchObject({ title: reason, tone: 'danger', isOpen: true })
  },
)

it.each([
  ['button', <Button key="b" onClick={onPress} />],
  ['button', <Button key="s" type="submit" saves={false} onClick={onPress} />],
  ['switch', <Switch key="w" label="Public" isOn={false} onChange={onPress} />],
])('while saving is disabled, a press on a %s that saves nothing still calls its handler', (role, control) => {
  renderOffline(control)
  expect(screen.getByRole(role).getAttribute('aria-disabled')).toBeNull()
  fireEvent.click(screen.getByRole(role))
  expect(onPress).toHaveBeenCalledOnce()
})

it('a busy button ignores presses', () => {
  render(<Button isBusy onClick={onPress} />)
  fireEvent.click(screen.getByRole('button', { busy: true }))
  expect(onPress).not.toHaveBeenCalled()
})
