import { expect, test } from 'vitest'
import { formatNoticeRecipients } from './notice-recipients.ts'

const membershipId = '0190a000-0000-7000-8000-000000000001'
const member = (displayName: string, isReached: boolean, hasPushOrMail = true) => ({
  membershipId,
  displayName,
  isReached,
  hasPushOrMail,
})
const reached = (...names: string[]) => names.map((name) => member(name, true))
/** Members who turned off push, mail and text for such notices. */
const unreached = (...names: string[]) => names.map((name) => member(name, false))
const unreachable = (...names: string[]) => names.map((name) => member(name, false, false))

test.each([
  [[], [], null],
  [reached('Kit'), [], 'The other member will be told'],
  [reached('Priya', 'Kit', 'Mags', 'Sal'), [], 'The other 4 will be told'],
  [reached('Priya', 'Kit'), ['Tom'], 'The other 2 and Tom (dep) will be told'],
  [[], ['Tom', 'Jo'], 'Tom (dep) and Jo (dep) will be told'],
  [
    [...reached('Priya', 'Kit'), ...unreached('Mags')],
    ['Tom'],
    'Priya, Kit and Tom (dep) will be told. Mags sees it in Gaffer.',
  ],
  [[...reached('Kit'), ...unreached('Mags', 'Sal')], [], 'Kit will be told. Mags and Sal see it in Gaffer.'],
  [unreached('Mags'), [], 'The other member sees it in Gaffer'],
  [unreached('Mags', 'Sal'), ['Tom'], 'Tom (dep) will be told. The other 2 see it in Gaffer.'],
  [
    [...reached('A', 'B', 'C', 'D', 'E'), ...unreached('Mags')],
    [],
    'A, B, C and 2 others will be told. Mags sees it in Gaffer.',
  ],
  [unreachable('Mags'), [], 'Mags has no push and no email address'],
  [
    [...reached('Priya', 'Kit'), ...unreachable('Mags', 'Sal')],
    [],
    'Priya and Kit will be told. Mags and Sal have no push and no email address.',
  ],
  [
    [...reached('Priya'), ...unreached('Kit'), ...unreachable('Mags')],
    [],
    'Priya will be told. Kit sees it in Gaffer. Mags has no push and no email address.',
  ],
  // A text may reach a member without push and without a mail address.
  [[...reached('Priya'), { ...member('Kit', true), hasPushOrMail: false }], [], 'The other 2 will be told'],
])('formatNoticeRecipients for the members %j and the deps %j is %j', (members, deps, sentence) => {
  expect(formatNoticeRecipients({ members, deps })).toBe(sentence)
})
