import type { ActivityListItem, ActivityVerb } from '@gaffer/domain/activity/activity'
import { formatDate } from '@gaffer/domain/shared/dates'

const formatDay = (date: string | null) => (date === null ? 'a day' : formatDate(date))

type Phrases = { who: string; what: string; song: string; setlist: string; whom: string; date: string; before: string }

const sentences: Record<ActivityVerb, (words: Phrases) => string> = {
  booked: ({ who, what, date }) => `${who} booked ${what} for ${date}`,
  booked_series: ({ who, what, date }) => `${who} booked ${what} and repeated it from ${date}`,
  changed_series: ({ who, what, date }) => `${who} changed ${what} from ${date} on`,
  deleted_series: ({ who, what, date }) => `${who} deleted ${what} from ${date} on`,
  changed: ({ who, what, date }) => `${who} changed ${what} on ${date}`,
  moved: ({ who, what, date, before }) => `${who} moved ${what} from ${before} to ${date}`,
  confirmed: ({ who, what, date }) => `${who} confirmed ${what} on ${date}`,
  pencilled: ({ who, what, date }) => `${who} pencilled ${what} on ${date}`,
  cancelled: ({ who, what, date }) => `${who} cancelled ${what} on ${date}`,
  listed: ({ who, what, date }) => `${who} put ${what} on ${date} on the public page`,
  unlisted: ({ who, what, date }) => `${who} took ${what} on ${date} off the public page`,
  deleted: ({ who, what, date }) => `${who} deleted ${what} on ${date}`,
  nudged: ({ who, what, date }) => `${who} reminded members to answer ${what} on ${date}`,
  added_song: ({ who, song }) => `${who} added ${song} to the practice list`,
  removed_song: ({ who, song }) => `${who} removed ${song} from the practice list`,
  restored_song: ({ who, song }) => `${who} restored ${song} to the practice list`,
  added_setlist: ({ who, setlist }) => `${who} made the set list ${setlist}`,
  removed_setlist: ({ who, setlist }) => `${who} deleted the set list ${setlist}`,
  restored_setlist: ({ who, setlist }) => `${who} restored the set list ${setlist}`,
  changed_gig_sheet: ({ who, what, date }) => `${who} changed the gig sheet of ${what} on ${date}`,
  shared_gig_sheet: ({ who, what, date }) => `${who} shared the gig sheet of ${what} on ${date} by link`,
  revoked_gig_sheet: ({ who, what, date }) => `${who} revoked the link to the gig sheet of ${what} on ${date}`,
  settled_gig: ({ who, what, date }) => `${who} settled ${what} on ${date}`,
  reopened_settlement: ({ who, what, date }) => `${who} reopened the settlement of ${what} on ${date}`,
  restored: ({ who, what, date }) => `${who} restored ${what} on ${date}`,
  removed_days_away: ({ who, date }) => `${who} removed days away starting on ${date}`,
  restored_days_away: ({ who, date }) => `${who} restored days away starting on ${date}`,
  invited: ({ who, whom }) => `${who} invited ${whom}`,
  invited_by_link: ({ who }) => `${who} made an invite link`,
  invited_by_phone: ({ who }) => `${who} sent an invite by text`,
  revoked: ({ who }) => `${who} revoked an invitation`,
  joined: ({ who }) => `${who} joined the band`,
  removed: ({ who, whom }) => `${who} removed ${whom}`,
  changed_settings: ({ who }) => `${who} changed the band settings`,
  made_owner: ({ who, whom }) => `${who} made ${whom} an owner`,
  made_admin: ({ who, whom }) => `${who} made ${whom} an admin`,
  made_member: ({ who, whom }) => `${who} made ${whom} a member`,
  left: ({ who }) => `${who} left the band`,
}

/** Describes an activity in one sentence. A null `actor` (erased account) reads 'A former member', and a null date 'a day'. */
export function formatActivity(
  { verb, actor, subject, date, previousDate }: ActivityListItem,
  { moreSongs = 0 }: { moreSongs?: number } = {},
): string {
  return sentences[verb]({
    who: actor ?? 'A former member',
    what: quote(subject) ?? 'an event',
    song: `${quote(subject) ?? 'a song'}${moreSongs > 0 ? ` and ${moreSongs} more` : ''}`,
    setlist: quote(subject) ?? 'of the band',
    whom: subject ?? 'a former member',
    date: formatDay(date),
    before: formatDay(previousDate),
  })
}

function quote(title: string | null): string | null {
  return title === null ? null : `“${title}”`
}
