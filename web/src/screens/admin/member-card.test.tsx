// What a member's card says of their place in the band.

import type { OwnMembership } from '@gaffer/domain/member'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MemberCard } from './member-card.tsx'

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
  const markup = renderToStaticMarkup(
    <MemberCard
      member={{ ...member, ...changes, permissions: [] }}
      own={{ ...member, id: 'm2', access: 'member', permissions: [] } as unknown as OwnMembership}
      onEdit={nothing}
      onSetAccess={nothing}
      onRemove={nothing}
    />,
  )
  return markup.replace(/<[^>]*>/g, '|')
}

it('a founder whose label is "owner" is called an owner once', () => {
  expect(textOf({ role: 'owner' }).match(/owner/gi)).toEqual(['Owner'])
})

it('a label that says something else stands beside the badge', () => {
  expect(textOf({ role: 'Lead Vocals' })).toMatch(/Owner.*Lead Vocals/)
  expect(textOf({ role: 'Member', access: 'member' })).toContain('Member')
})
