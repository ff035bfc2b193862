// The recipients of a change to an event, before its notices are made.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { noticeMessages } from './notice-messages.ts'

/**
 * Whether a notice reaches a member by push, mail or text. Other members see it in the app only: they turned these ways off, or have no
 * device with push and no email address.
 */
export const RecipientReach = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  isReached: z.boolean(),
  hasPushOrMail: z.boolean(),
})

/** The members who get a notice of the change, without the viewer, in member order, and the names of the deps who get a text. */
export const NoticeRecipients = z.strictObject({
  members: z.array(RecipientReach),
  deps: z.array(z.string()),
})
export type NoticeRecipients = z.infer<typeof NoticeRecipients>

/** The number of names before "and 2 others". One more name is shown instead of "1 others". */
const maxNamesShown = 3

/**
 * "The other 4 will be told", "Priya, Kit and Tom (dep) will be told. Mags has no push and no email address."; null without recipients.
 */
export function formatNoticeRecipients(recipients: NoticeRecipients): string | null {
  const { members, deps } = recipients
  const reached = members.filter(({ isReached }) => isReached)
  const unreachable = listUnreachableMembers(recipients)
  const appMembers = members.filter(({ isReached, hasPushOrMail }) => !isReached && hasPushOrMail)
  const phrasesOf = (some: typeof members) =>
    some.length === members.length ? formatOtherMembers(some.length) : shortenNames(some)
  const toldPhrases = [...phrasesOf(reached), ...deps.map((name) => `${name} (dep)`)]
  const appPhrases = phrasesOf(appMembers)
  const sentences = [
    toldPhrases.length > 0 && `${joinNames(toldPhrases)} will be told`,
    appPhrases.length > 0 && `${joinNames(appPhrases)} ${appMembers.length === 1 ? 'sees' : 'see'} it in Gaffer`,
    unreachable.length > 0 && noticeMessages.unreachable(joinNames(shortenNames(unreachable)), unreachable.length),
  ].filter((sentence) => sentence !== false)
  if (sentences.length < 2) return sentences[0] ?? null
  return `${sentences.join('. ')}.`
}

/** The members without push and without an email address, whom no text reaches either. */
export function listUnreachableMembers({ members }: NoticeRecipients): NoticeRecipients['members'] {
  return members.filter(({ isReached, hasPushOrMail }) => !isReached && !hasPushOrMail)
}

function formatOtherMembers(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? 'The other member' : `The other ${count}`]
}

function shortenNames(members: readonly { displayName: string }[]): string[] {
  const names = members.map(({ displayName }) => displayName)
  if (names.length <= maxNamesShown + 1) return names
  return [...names.slice(0, maxNamesShown), `${names.length - maxNamesShown} others`]
}
