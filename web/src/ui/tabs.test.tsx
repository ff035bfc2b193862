import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tabs } from './tabs.tsx'

function Example() {
  const [value, setValue] = useState<'one' | 'two' | 'three'>('one')
  const tab = (id: typeof value) => ({ id, label: id, panel: `panel ${id}` })
  return <Tabs label="Numbers" value={value} onChange={setValue} tabs={[tab('one'), tab('two'), tab('three')]} />
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent

it.each([
  [['ArrowRight'], 'two'],
  [['ArrowRight', 'ArrowRight', 'ArrowRight'], 'one'],
  [['ArrowLeft'], 'three'],
  [['End'], 'three'],
  [['End', 'Home'], 'one'],
  [['a'], 'one'],
])('after the keys %j the tab "%s" is selected, has the focus and shows its panel', (keys, expected) => {
  render(<Example />)
  screen.getByRole('tab', { selected: true }).focus()
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  expect(selected()).toBe(expected)
  expect(document.activeElement?.textContent).toBe(expected)
  expect(screen.getByRole('tabpanel', { name: expected }).textContent).toBe(`panel ${expected}`)
})

it('only the selected tab is a tab stop', () => {
  render(<Example />)
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
})
