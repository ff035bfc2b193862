// The recipients of a change to an event, before its notices are made.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { noticeMessages } from './notice-messages.ts'

/**
 * A member who is not reached by push, mail or text sees the notice in the app: they chose so, or have no device with push and no mail
 * address.
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

/** At most this many names are shown; the other members are counted. */
const namesShown = 3

/**
 * "The other 4 will be told", "Priya, Kit and Tom (dep) will be told. Mags has no push and no email address."; null without recipients.
 */
export function formatNoticeRecipients(recipients: NoticeRecipients): string | null {
  const { members, deps } = recipients
  const reached = members.filter(({ isReached }) => isReached)
  const unreachable = listUnreachableMembers(recipients)
  const others = members.filter(({ isReached, hasPushOrMail }) => !isReached && hasPushOrMail)
  const phrasesOf = (some: typeof members) =>
    some.length === members.length ? everyOther(some.length) : someNames(some)
  const told = [...phrasesOf(reached), ...deps.map((name) => `${name} (dep)`)]
  const seeing = phrasesOf(others)
  const sentences = [
    told.length > 0 && `${joinPhrases(told)} will be told`,
    seeing.length > 0 && `${joinPhrases(seeing)} ${others.length === 1 ? 'sees' : 'see'} it in Gaffer`,
    unreachable.length > 0 && noticeMessages.unreachable(joinPhrases(someNames(unreachable)), unreachable.length),
  ].filter((sentence) => sentence !== false)
  if (sentences.length < 2) return sentences[0] ?? null
  return `${sentences.join('. ')}.`
}

/** The members whom no way reaches, until they turn one on. */
export function listUnreachableMembers({ members }: NoticeRecipients): NoticeRecipients['members'] {
  return members.filter(({ isReached, hasPushOrMail }) => !isReached && !hasPushOrMail)
}

function everyOther(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? 'The other member' : `The other ${count}`]
}

function someNames(members: readonly { displayName: string }[]): string[] {
  const names = members.map(({ displayName }) => displayName)
  if (names.length <= namesShown + 1) return names
  return [...names.slice(0, namesShown), `${names.length - namesShown} others`]
}

/** "Kit", "Kit and Jo", "Kit, Jo and Ali". */
function joinPhrases(phrases: readonly string[]): string {
  return [phrases.slice(0, -1).join(', '), ...phrases.slice(-1)].filter(Boolean).join(' and ')
}
