// Who will be told of a change to an event, before its notices are made.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'

/**
 * The members who get a notice of the change, without the viewer, in member order, and the names of the deps who get a text. A member who
 * is not reached by push, mail or text sees the notice in the app.
 */
export const NoticeRecipients = z.strictObject({
  members: z.array(z.strictObject({ membershipId: Id, displayName: z.string(), isReached: z.boolean() })),
  deps: z.array(z.string()),
})
export type NoticeRecipients = z.infer<typeof NoticeRecipients>

/** Names beyond these are counted. */
const namesShown = 3

/**
 * "The other 4 will be told", "Priya, Kit and Tom (dep) will be told. Mags sees it in Gaffer."; null without recipients.
 */
export function formatNoticeRecipients({ members, deps }: NoticeRecipients): string | null {
  const reached = members.filter(({ isReached }) => isReached)
  const others = members.filter(({ isReached }) => !isReached)
  const isAllAlike = reached.length === 0 || others.length === 0
  const phrasesOf = (some: typeof members) => (isAllAlike ? everyOther(some.length) : someNames(some))
  const told = [...phrasesOf(reached), ...deps.map((name) => `${name} (dep)`)]
  const seeing = phrasesOf(others)
  const sentences = [
    told.length > 0 && `${inSentence(told)} will be told`,
    seeing.length > 0 && `${inSentence(seeing)} ${others.length === 1 ? 'sees' : 'see'} it in Gaffer`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length < 2) return sentences[0] ?? null
  return `${sentences.join('. ')}.`
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
function inSentence(phrases: readonly string[]): string {
  return [phrases.slice(0, -1).join(', '), ...phrases.slice(-1)].filter(Boolean).join(' and ')
}
