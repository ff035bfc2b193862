// The activity log of a band. Entries about removed or restored days away are shown only to the member who was away.

import * as z from 'zod/mini'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'

export const activityVerbs = [
  'booked',
  'booked_series',
  'changed_series',
  'deleted_series',
  'changed',
  'moved',
  'confirmed',
  'pencilled',
  'cancelled',
  'listed',
  'unlisted',
  'deleted',
  'nudged',
  'added_song',
  'removed_song',
  'restored_song',
  'added_setlist',
  'removed_setlist',
  'restored_setlist',
  'restored',
  'removed_days_away',
  'restored_days_away',
  'changed_gig_sheet',
  'shared_gig_sheet',
  'revoked_gig_sheet',
  'settled_gig',
  'reopened_settlement',
  'invited',
  'invited_by_link',
  'invited_by_phone',
  'revoked',
  'joined',
  'removed',
  'changed_settings',
  'made_owner',
  'made_admin',
  'made_member',
  'left',
] as const
export type ActivityVerb = (typeof activityVerbs)[number]

export const restorableKinds = ['event', 'daysAway', 'song', 'setlist'] as const
export type RestorableKind = (typeof restorableKinds)[number]

/** The kind of object that a restore brings back, by the verb of the deletion's activity entry. */
export const restorableKindByVerb: Partial<Record<ActivityVerb, RestorableKind>> = {
  deleted: 'event',
  deleted_series: 'event',
  removed_days_away: 'daysAway',
  removed_song: 'song',
  removed_setlist: 'setlist',
  removed: 'event',
  left: 'event',
}

/** The verbs of a departure, which deletes the member's events. Only admins and owners may restore these events. */
export const departureVerbs = ['removed', 'left'] as const satisfies readonly ActivityVerb[]

/** An event that a departure deleted and that can be restored by itself. `subject` is its title or type. */
export const RestorableEvent = z.strictObject({ id: Id, subject: z.string(), date: PlainDate })
export type RestorableEvent = z.infer<typeof RestorableEvent>

/**
 * One activity entry. `subject` is an event's title or type, a song's title or a person's name. `date` is the event's day,
 * or the first day of a series that the change affects, `previousDate` its day before a move. Names of erased accounts are null.
 * `restorable` lists what the deletion removed and a restore can bring back; null if there is nothing to restore. After a departure,
 * `restorable.events` describes each event, in the order of dates.
 */
export const ActivityListItem = z.strictObject({
  id: Id,
  at: Timestamp,
  verb: z.enum(activityVerbs),
  actor: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  date: z.nullable(PlainDate),
  previousDate: z.nullable(PlainDate),
  restorable: z.nullable(
    z.strictObject({
      kind: z.enum(restorableKinds),
      ids: z.array(Id),
      events: z.optional(z.array(RestorableEvent)),
    }),
  ),
})
export type ActivityListItem = z.infer<typeof ActivityListItem>
