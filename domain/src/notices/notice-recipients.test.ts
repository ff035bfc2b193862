import { expect, test } from 'vitest'
import { formatNoticeRecipients } from './notice-recipients.ts'

const membershipId = '0190a000-0000-7000-8000-000000000001'
const member = (displayName: string, isReached: boolean, hasPushOrMail = true) => ({
  membershipId,
  displayName,
  isReached,
  hasPushOrMail,
})
const reachedMembers = (...names: string[]) => names.map((name) => member(name, true))
/** Members who turned off push, mail and text for the notice. */
const unreachedMembers = (...names: string[]) => names.map((name) => member(name, false))
const unreachableMembers = (...names: string[]) => names.map((name) => member(name, false, false))

test.each([
  [[], [], null],
  [reachedMembers('Kit'), [], 'The other member will be told'],
  [reachedMembers('Priya', 'Kit', 'Mags', 'Sal'), [], 'The other 4 will be told'],
  [reachedMembers('Priya', 'Kit'), ['Tom'], 'The other 2 and Tom (dep) will be told'],
  [[], ['Tom', 'Jo'], 'Tom (dep) and Jo (dep) will be told'],
  [
    [...reachedMembers('Priya', 'Kit'), ...unreachedMembers('Mags')],
    ['Tom'],
    'Priya, Kit and Tom (dep) will be told. Mags sees it in Gaffer.',
  ],
  [
    [...reachedMembers('Kit'), ...unreachedMembers('Mags', 'Sal')],
    [],
    'Kit will be told. Mags and Sal see it in Gaffer.',
  ],
  [unreachedMembers('Mags'), [], 'The other member sees it in Gaffer'],
  [unreachedMembers('Mags', 'Sal'), ['Tom'], 'Tom (dep) will be told. The other 2 see it in Gaffer.'],
  [
    [...reachedMembers('A', 'B', 'C', 'D', 'E'), ...unreachedMembers('Mags')],
    [],
    'A, B, C and 2 others will be told. Mags sees it in Gaffer.',
  ],
  [unreachableMembers('Mags'), [], 'Mags has no push and no email address'],
  [
    [...reachedMembers('Priya', 'Kit'), ...unreachableMembers('Mags', 'Sal')],
    [],
    'Priya and Kit will be told. Mags and Sal have no push and no email address.',
  ],
  [
    [...reachedMembers('Priya'), ...unreachedMembers('Kit'), ...unreachableMembers('Mags')],
    [],
    'Priya will be told. Kit sees it in Gaffer. Mags has no push and no email address.',
  ],
  // A text may reach a member without push and without a mail address.
  [[...reachedMembers('Priya'), { ...member('Kit', true), hasPushOrMail: false }], [], 'The other 2 will be told'],
])('formatNoticeRecipients for the members %j and the deps %j is %j', (members, deps, sentence) => {
  expect(formatNoticeRecipients({ members, deps })).toBe(sentence)
})
