import type { OwnMembership } from '@gaffer/domain/bands/member'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { EditMembershipDialog } from './edit-membership-dialog.tsx'
import { MemberCard } from './member-list.tsx'

const member = {
  id: 'm1',
  bandId: 'b1',
  userId: 'u1',
  role: 'owner',
  access: 'owner',
  status: 'active',
  displayName: 'Ros',
  color: '#c2703d',
  icon: 'microphone',
  avatarUrl: null,
  part: null,
  joinedAt: null,
  permissions: [],
  user: null,
} as const

/** The text of the card as another member sees it. */
function textOf(changes: { role: string; access?: 'owner' | 'admin' | 'member' }): string {
  const nothing = () => undefined
  const { container } = render(
    <MemberCard
      member={{ ...member, ...changes, permissions: [] }}
      own={{ ...member, id: 'm2', access: 'member', permissions: [] } as unknown as OwnMembership}
      onEdit={nothing}
      onSetAccess={nothing}
      onRemove={nothing}
      onLeave={nothing}
    />,
  )
  return container.textContent
}

it('a member card whose role is the same word as the access shows the word once', () => {
  expect(textOf({ role: 'owner' }).match(/owner/gi)).toEqual(['Owner'])
})

it('a member card shows a role that differs from the access, and the role "Member" of a member', () => {
  expect(textOf({ role: 'Lead Vocals' })).toMatch(/Owner.*Lead Vocals/)
  expect(textOf({ role: 'Member', access: 'member' })).toContain('Member')
})

it('the card of the signed-in member, and no card of another member, has a button that leaves the band', () => {
  const own = anOwnMembership()
  const actions = { onEdit: vi.fn(), onSetAccess: vi.fn(), onRemove: vi.fn(), onLeave: vi.fn() }
  const { rerender } = render(<MemberCard member={own} own={own} {...actions} />)
  fireEvent.click(screen.getByRole('button', { name: 'Leave The Night Buses' }))
  expect(actions.onLeave).toHaveBeenCalledOnce()
  rerender(<MemberCard member={{ ...own, id: 'm2' }} own={own} {...actions} />)
  expect(screen.queryByRole('button', { name: /^Leave/ })).toBeNull()
})

it('the dialog that edits the card of the signed-in member stays open with a text that is typed into "Part" while the card is saved', async () => {
  const answers: (() => void)[] = []
  const { band: _, ...own } = anOwnMembership()
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return Response.json(own)
  })
  const onClose = vi.fn()
  await renderPage(<EditMembershipDialog member={own} onClose={onClose} />)
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  type('Display Name', 'Rosalind')
  save()
  await waitFor(() => expect(answers).toHaveLength(1))
  type(/^Part/, 'Bass')
  answers[0]?.()
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Your card was updated'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Part/).value).toBe('Bass')
  expect(onClose).not.toHaveBeenCalled()
  save()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
