import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useCombobox } from './use-combobox.ts'

const onChoose = vi.fn<(town: string) => void>()
const onDismiss = vi.fn<() => void>()

function Example({ items }: { items: string[] }) {
  const { isOpen, inputProps, listProps, optionProps } = useCombobox({
    items,
    keyOf: (item) => item,
    listLabel: 'Towns',
    onChoose,
    onDismiss,
  })
  return (
    <>
      <input aria-label="Hometown" {...inputProps} />
      {isOpen && (
        <div {...listProps}>
          {items.map((item) => (
            <div key={item} {...optionProps(item)}>
              {item}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

beforeEach(() => {
  onChoose.mockClear()
  onDismiss.mockClear()
})
const press = (key: string) => fireEvent.keyDown(screen.getByRole('combobox'), { key })
const active = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}

it('the arrow keys move the active option, from the last to the first and back', () => {
  render(<Example items={['Leeds', 'Leicester']} />)
  expect(active()).toBeNull()
  const visited = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
    press(key)
    return active()
  })
  expect(visited).toEqual(['Leeds', 'Leicester', 'Leeds', 'Leicester'])
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Leicester')
})

it('the first ArrowUp makes the last option active', () => {
  render(<Example items={['Leeds', 'Leicester', 'Lewes']} />)
  press('ArrowUp')
  expect(active()).toBe('Lewes')
})

it('Enter chooses the active option; without an active option, the form gets the key Enter', () => {
  render(<Example items={['Leeds', 'Leicester']} />)
  expect(press('Enter')).toBe(true)
  expect(onChoose).not.toHaveBeenCalled()
  press('ArrowDown')
  expect(press('Enter')).toBe(false)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Leeds')
})

it('Escape dismisses an open list; while the list is closed, the page gets the key Escape', () => {
  const { rerender } = render(<Example items={['Leeds']} />)
  expect(press('Escape')).toBe(false)
  expect(onDismiss).toHaveBeenCalledOnce()
  rerender(<Example items={[]} />)
  expect(press('Escape')).toBe(true)
  expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false')
})

it('a list that opens again has no active option', () => {
  const { rerender } = render(<Example items={['Leeds']} />)
  press('ArrowDown')
  rerender(<Example items={[]} />)
  rerender(<Example items={['Leeds']} />)
  expect(active()).toBeNull()
})
