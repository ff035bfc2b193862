// Title and body of notices that are not about a change to an event: news of the band, and notes.

import type { AccessLevel } from '@gaffer/domain/bands/access'
import { limits } from '@gaffer/domain/shared/limits'
import { shorten } from '@gaffer/domain/shared/plain-text'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { formatActorSentence, joinSentences } from './notice-words.ts'

export type NewsContent =
  | { kind: 'member.joined' | 'member.left'; memberName: string }
  | { kind: 'songs.added'; titles: readonly string[] }
  | { kind: 'access.changed'; access: AccessLevel; by: string | null }
  /** The amount is left out, because lock screens and lists of mails would show it. */
  | { kind: 'money.paid' }
  /** `failingSince` is a date. */
  | { kind: 'calendar.failing'; calendarName: string; failingSince: string }
  /** `expiresOn` is a date. */
  | { kind: 'recording.expiring'; recordingName: string; expiresOn: string }
  /** `subject` is what the thread is about. */
  | { kind: 'note.mentioned'; subject: string; note: QuotedNote }
  /** `note` is the last one of `count` new notes. */
  | { kind: 'note.added'; subject: string; note: QuotedNote; count: number }
  /** The operator hid a note, a chart or a recording of the member. */
  | { kind: 'content.hidden'; what: 'note' | 'chart' | 'recording' }

type QuotedNote = { displayName: string; text: string }

/** The title and body of a notice, without the band's name. */
export function formatNewsNotice(content: NewsContent): { title: string; body: string } {
  switch (content.kind) {
    case 'member.joined':
      return { title: `${content.memberName} joined the band`, body: 'Say hello!' }
    case 'member.left':
      return { title: `${content.memberName} left the band`, body: 'Check who plays at the next gigs.' }
    case 'songs.added':
      return { title: newSongsTitle(content.titles.length), body: joinSentences(joinSongTitles(content.titles)) }
    case 'access.changed':
      return {
        title: `You are now ${accessWords[content.access]}`,
        body: joinSentences(formatActorSentence(content.by, 'changed your access')),
      }
    case 'money.paid':
      return { title: 'You were paid', body: 'A payment to you was written down. Your page of money has the amount.' }
    case 'calendar.failing':
      return {
        title: `Your calendar “${content.calendarName}” can’t be read`,
        body: `It has not worked since ${shortDate(content.failingSince)}. Gaffer keeps the times that it read last.`,
      }
    case 'recording.expiring':
      return {
        title: `“${content.recordingName}” will be deleted on ${shortDate(content.expiresOn)}`,
        body: 'Press Keep if the band wants to keep this recording.',
      }
    case 'note.mentioned':
      return { title: `You were mentioned: ${content.subject}`, body: quoteOf(content.note) }
    case 'note.added':
      return {
        title: `${content.count === 1 ? 'New note' : `${content.count} new notes`}: ${content.subject}`,
        body: quoteOf(content.note),
      }
    case 'content.hidden':
      return {
        title: `Your ${content.what} was hidden`,
        body: 'The people who run this Gaffer hid it after a report. Write to them if you think that this is wrong.',
      }
  }
}

function quoteOf({ displayName, text }: QuotedNote): string {
  return `${displayName}: “${shorten(text, limits.quotedNoteLength)}”`
}

const accessWords: Record<AccessLevel, string> = { owner: 'an owner', admin: 'an admin', member: 'a member' }

function newSongsTitle(count: number): string {
  return count === 1 ? 'New song on the practice list' : `${count} new songs on the practice list`
}

/** "Mr. Brightside, Valerie and 3 more". */
function joinSongTitles(titles: readonly string[]): string {
  const more = titles.length - limits.songsInNotice
  const shown = titles.slice(0, limits.songsInNotice).join(', ')
  return more > 0 ? `${shown} and ${more} more` : shown
}
