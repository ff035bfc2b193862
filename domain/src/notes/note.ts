// Notes about events, songs, set lists and recordings, and their polls.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { NoteText } from './note-text.ts'
import { noteMessages } from './note-messages.ts'

export const noteSubjectKinds = ['event', 'song', 'setlist', 'recording'] as const
export type NoteSubjectKind = (typeof noteSubjectKinds)[number]

/** The subject of a thread of notes. */
export const NoteSubject = z.strictObject({
  kind: z.enum(noteSubjectKinds, noteMessages.aboutUnknown),
  id: Id,
})
export type NoteSubject = z.infer<typeof NoteSubject>

/** The subject of a thread in a query: "event:018f…". */
export const NoteSubjectParam = z
  .string(noteMessages.aboutUnknown)
  .check(
    z.regex(/^(event|song|setlist|recording):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, noteMessages.aboutUnknown),
  )

/** Reads a valid `NoteSubjectParam`. */
export function parseNoteSubject(about: string): NoteSubject {
  const [kind, id] = about.split(':') as [NoteSubjectKind, string]
  return { kind, id }
}

/** "event:018f…": the form in which a query names a subject. */
export function formatNoteSubject({ kind, id }: NoteSubject): string {
  return `${kind}:${id}`
}

export const Poll = z.strictObject({
  choices: z.array(z.strictObject({ id: Id, label: z.string(), membershipIds: z.array(Id) })),
  allowsSeveral: z.boolean(),
  /** The last day for votes; null if the poll stays open. */
  closesOn: z.nullable(z.string()),
})
export type Poll = z.infer<typeof Poll>

/** `writtenBy` is null once the writer has left the band. A hidden note has a sentence in place of its text, and no poll. */
export const Note = z.strictObject({
  id: Id,
  about: NoteSubject,
  atSeconds: z.nullable(z.number()),
  text: z.string(),
  writtenBy: z.nullable(Id),
  displayName: z.string(),
  createdAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  mentions: z.array(Id),
  poll: z.nullable(Poll),
  version: z.int(),
})
export type Note = z.infer<typeof Note>

export const NoteThread = z.strictObject({
  /** Oldest first. */
  notes: z.array(Note),
  isMuted: z.boolean(),
})
export type NoteThread = z.infer<typeof NoteThread>

const Mentions = z.array(Id).check(z.maxLength(limits.mentionsPerNote, noteMessages.tooManyMentions))

export const PollInput = z.strictObject({
  choices: z.array(createRequiredLineSchema(limits.choiceLength, noteMessages.choiceRequired)).check(
    z.minLength(limits.fewestChoices, noteMessages.choiceCount),
    z.maxLength(limits.mostChoices, noteMessages.choiceCount),
    z.refine((choices) => new Set(choices).size === choices.length, noteMessages.choicesAlike),
  ),
  allowsSeveral: z.prefault(z.boolean(), false),
  closesOn: z.prefault(z.nullable(PlainDate), null),
})

const NoteSecond = z
  .number(noteMessages.secondUnknown)
  .check(z.minimum(0, noteMessages.secondUnknown), z.maximum(limits.noteSeconds, noteMessages.secondUnknown))

/** POST of a note. The client may choose `id`, so that a note that is sent twice is stored once. */
export const NoteInput = z
  .strictObject({
    id: z.optional(Id),
    about: NoteSubject,
    text: NoteText,
    atSeconds: z.prefault(z.nullable(NoteSecond), null),
    mentions: z.prefault(Mentions, []),
    poll: z.prefault(z.nullable(PollInput), null),
  })
  .check(
    z.refine(({ about, atSeconds }) => atSeconds === null || about.kind === 'recording', {
      error: noteMessages.onlyAtRecordings,
      path: ['atSeconds'],
    }),
  )
export type NoteInput = z.input<typeof NoteInput>
export type ParsedNote = z.output<typeof NoteInput>

/** PATCH of a note. Without `mentions`, the note keeps its mentions. */
export const NoteChangesInput = z.strictObject({ text: NoteText, mentions: z.optional(Mentions) })
export type NoteChanges = z.output<typeof NoteChangesInput>

export const VotesInput = z.strictObject({
  choiceIds: z.array(Id).check(z.maxLength(limits.mostChoices, noteMessages.choiceUnknown)),
})
export const ReadNotesInput = z.strictObject({ about: NoteSubject, upTo: Id })
export const MuteNotesInput = z.strictObject({ about: NoteSubject, isMuted: z.boolean() })
