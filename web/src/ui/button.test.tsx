// A button that sends a change is off while nothing can be saved, and says why.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'
import { SavingDisabledContext } from './can-save.ts'

const reason = 'No connection. Nothing can be changed until you are back.'
const render = (button: React.ReactNode, why: string | null = reason) =>
  renderToStaticMarkup(<SavingDisabledContext value={why}>{button}</SavingDisabledContext>)

it('a button that saves is off and carries the reason while saving is disabled', () => {
  for (const button of [<Button key="s" saves />, <Button key="t" type="submit" />]) {
    expect(render(button)).toContain('aria-disabled="true"')
    expect(render(button)).toContain(`aria-description="${reason}"`)
    expect(render(button, null)).not.toContain('aria-disabled=')
  }
})

it('a button that saves nothing stays on while saving is disabled', () => {
  expect(render(<Button>Cancel</Button>)).not.toContain('aria-disabled=')
  expect(
    render(
      <Button type="submit" saves={false}>
        Search
      </Button>,
    ),
  ).not.toContain('aria-disabled=')
})
