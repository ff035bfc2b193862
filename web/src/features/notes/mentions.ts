// Mentions in notes, written as "@Ros". The text contains the name; the note also stores the ids of the mentioned members.

type MentionableMember = { id: string; displayName: string }

/** The ids of the members whom a text mentions, each once. */
export function findMentionedIds(text: string, members: readonly MentionableMember[]): string[] {
  return members.filter(({ displayName }) => indexOfMention(text, displayName) >= 0).map(({ id }) => id)
}

/** The index of the first "@Ros" in the text that no letter or digit follows; -1 if there is none. */
function indexOfMention(text: string, name: string): number {
  const mention = `@${name}`
  for (let at = text.indexOf(mention); at >= 0; at = text.indexOf(mention, at + 1)) {
    if (!/^[\p{L}\p{N}]/u.test(text.slice(at + mention.length))) return at
  }
  return -1
}

/** The unfinished name that is being typed after an @ before the caret; null if there is none. */
export function findTypedMention(text: string, caret: number): { from: number; typed: string } | null {
  const [, typed] = /(?:^|[\s(])@([^\s@][^@\n]{0,40}|)$/u.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? null : { from: caret - typed.length - 1, typed }
}

export function matchMembers<Member extends MentionableMember>(typed: string, members: readonly Member[]): Member[] {
  const start = typed.toLocaleLowerCase()
  return members.filter(({ displayName }) => displayName.toLocaleLowerCase().startsWith(start)).slice(0, 6)
}

export type MentionPart = { text: string; isMention: boolean }

/** Splits a text at the names of the mentioned members. */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const parts: MentionPart[] = []
  let rest = text
  while (rest !== '') {
    const firstMention = names
      .map((name) => ({ at: indexOfMention(rest, name), length: name.length + 1 }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.length - a.length)[0]
    if (!firstMention) break
    if (firstMention.at > 0) parts.push({ text: rest.slice(0, firstMention.at), isMention: false })
    parts.push({ text: rest.slice(firstMention.at, firstMention.at + firstMention.length), isMention: true })
    rest = rest.slice(firstMention.at + firstMention.length)
  }
  if (rest !== '') parts.push({ text: rest, isMention: false })
  return parts
}
