import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'

const props = {
  isOpen: true,
  url: 'https://gaffer.example/feeds/abc.ics',
  content: 'all events of The Foxes',
  onReplace: async () => undefined,
  onClose: () => undefined,
}

it('the subscribe dialog has a webcal link and the address of the feed', async () => {
  await renderPage(<SubscribeDialog {...props} />)
  const link = screen.getByRole('link', { name: 'Add to your calendar' })
  expect(link.getAttribute('href')).toBe('webcal://gaffer.example/feeds/abc.ics')
  expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe(props.url)
  expect(screen.getByRole('dialog').textContent).toContain('all events of The Foxes')
})

it('the feed link is replaced only after a confirmation', async () => {
  const onReplace = vi.fn(async () => undefined)
  await renderPage(<SubscribeDialog {...props} onReplace={onReplace} />)
  fireEvent.click(screen.getByRole('button', { name: 'Replace link' }))
  const question = await screen.findByRole('alertdialog')
  expect(onReplace).not.toHaveBeenCalled()
  await waitFor(() => {
    fireEvent.click(within(question).getByRole('button', { name: 'Replace' }))
    expect(onReplace).toHaveBeenCalled()
  })
})
