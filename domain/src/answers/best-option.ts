// Not in option-group.ts, so that the page of the options does not download the Zod schemas of that file.

import type { BandEvent } from '@gaffer/domain/events/event'
import type { MemberAnswer } from './answer.ts'
import { answerRefusalMessageFor } from './answer-refusal.ts'
import type { OptionGroup } from './option-group.ts'

export type AnsweredOption = { event: BandEvent; answers: MemberAnswer[] }

/** Pairs each option of the group with its answers. */
export function listAnsweredOptions({ events, answers }: OptionGroup): AnsweredOption[] {
  return events.map((event) => ({ event, answers: answers.find(({ eventId }) => eventId === event.id)?.answers ?? [] }))
}

export type OptionCounts = { yes: number; maybe: number; no: number }

/** Counts the answers to an option. A stale answer, from before a change of the date, start time or place, is not counted. */
export function countOptionAnswers(answers: readonly Pick<MemberAnswer, 'answer' | 'isStale'>[]): OptionCounts {
  const count = (value: MemberAnswer['answer']) => answers.filter((one) => one.answer === value && !one.isStale).length
  return { yes: count('yes'), maybe: count('maybe'), no: count('no') }
}

/**
 * The options with the best date first: a confirmed option, then options that take answers, then cancelled and past options. Within each
 * group the option with the most Yes is first, then with the most Maybe, the fewest No, the earliest date.
 */
export function sortBestOptionFirst(options: readonly AnsweredOption[], now: Date): AnsweredOption[] {
  const keyed = options.map((option) => ({ option, key: sortKeyOf(option, now) }))
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ option }) => option)
}

/**
 * The ids of the best open options (`isOpenOption`): several if their counts are equal. The set is empty if no member said Yes or Maybe,
 * or if several options are open and all have equal counts, because then none is better than the others.
 */
export function findBestOptionIds(options: readonly AnsweredOption[], now: Date): Set<string> {
  const open = sortBestOptionFirst(options, now).filter(({ event }) => isOpenOption(event, now))
  const [first] = open
  if (!first) return new Set()
  const { yes, maybe } = countOptionAnswers(first.answers)
  const best = open.filter((option) => compareCounts(option, first) === 0)
  const isTie = best.length === open.length && open.length > 1
  return yes + maybe === 0 || isTie ? new Set() : new Set(best.map(({ event }) => event.id))
}

/** Whether members can answer the option now and the band has not confirmed it. */
export function isOpenOption(event: BandEvent, now: Date): boolean {
  return event.status === 'tentative' && answerRefusalMessageFor(event, now) === null
}

type SortKey = readonly (number | string)[]

function sortKeyOf({ event, answers }: AnsweredOption, now: Date): SortKey {
  const isConfirmed = event.status === 'confirmed'
  const isOpen = answerRefusalMessageFor(event, now) === null
  return [isOpen ? (isConfirmed ? 0 : 1) : 2, ...countsKeyOf(answers), event.date, event.startTime ?? '', event.id]
}

function countsKeyOf(answers: AnsweredOption['answers']): readonly number[] {
  const { yes, maybe, no } = countOptionAnswers(answers)
  return [-yes, -maybe, no]
}

function compareCounts(a: AnsweredOption, b: AnsweredOption): number {
  return compareKeys(countsKeyOf(a.answers), countsKeyOf(b.answers))
}

function compareKeys(a: SortKey, b: SortKey): number {
  const at = a.findIndex((part, index) => part !== b[index])
  if (at === -1) return 0
  return (a[at] as number | string) < (b[at] as number | string) ? -1 : 1
}
