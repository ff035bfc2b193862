// Mentions are written as "@Ros". The text has the name, and the note the members whom it names.

type Named = { id: string; displayName: string }

/** The members whom a text names with an @, each once. */
export function mentionsIn(text: string, members: readonly Named[]): string[] {
  return members.filter(({ displayName }) => findMention(text, displayName) >= 0).map(({ id }) => id)
}

/** Where "@Ros" stands as a whole name; -1 if it does not. */
function findMention(text: string, name: string): number {
  const mention = `@${name}`
  for (let at = text.indexOf(mention); at >= 0; at = text.indexOf(mention, at + 1)) {
    if (!/^[\p{L}\p{N}]/u.test(text.slice(at + mention.length))) return at
  }
  return -1
}

/** The beginning of a name after an @ at the caret; null if none is being typed. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | null {
  const [, typed] = /(?:^|[\s(])@([^\s@][^@\n]{0,40}|)$/u.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? null : { from: caret - typed.length - 1, typed }
}

export function matchMembers<Member extends Named>(typed: string, members: readonly Member[]): Member[] {
  const start = typed.toLocaleLowerCase()
  return members.filter(({ displayName }) => displayName.toLocaleLowerCase().startsWith(start)).slice(0, 6)
}

export type MentionPart = { text: string; isMention: boolean }

/** Splits a text at the names of the mentioned members. */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const parts: MentionPart[] = []
  let rest = text
  while (rest !== '') {
    const found = names
      .map((name) => ({ at: findMention(rest, name), length: name.length + 1 }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.length - a.length)[0]
    if (!found) break
    if (found.at > 0) parts.push({ text: rest.slice(0, found.at), isMention: false })
    parts.push({ text: rest.slice(found.at, found.at + found.length), isMention: true })
    rest = rest.slice(found.at + found.length)
  }
  if (rest !== '') parts.push({ text: rest, isMention: false })
  return parts
}
