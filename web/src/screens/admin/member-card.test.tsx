// @vitest-environment happy-dom

import type { OwnMembership } from '@gaffer/domain/member'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MemberCard } from './member-card.tsx'

afterEach(cleanup)

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
  joinedAt: null,
  permissions: [],
  user: null,
} as const

/** As another member sees the card. */
function textOf(changes: { role: string; access?: 'owner' | 'admin' | 'member' }): string {
  const nothing = () => undefined
  const { container } = render(
    <MemberCard
      member={{ ...member, ...changes, permissions: [] }}
      own={{ ...member, id: 'm2', access: 'member', permissions: [] } as unknown as OwnMembership}
      onEdit={nothing}
      onSetAccess={nothing}
      onRemove={nothing}
    />,
  )
  return container.textContent
}

it('a member card whose role repeats the access shows the word once', () => {
  expect(textOf({ role: 'owner' }).match(/owner/gi)).toEqual(['Owner'])
})

it('a member card shows a role that differs from the access', () => {
  expect(textOf({ role: 'Lead Vocals' })).toMatch(/Owner.*Lead Vocals/)
  expect(textOf({ role: 'Member', access: 'member' })).toContain('Member')
})
