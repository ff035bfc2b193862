/**
 * The calendar feeds: of a membership all events of the band, its public events, or the member's own events; of a user the events of all
 * their bands.
 */
export const feedKinds = ['full', 'public', 'member', 'personal'] as const
export type FeedKind = (typeof feedKinds)[number]
/** The feeds of a membership. */
export type BandFeedKind = Exclude<FeedKind, 'personal'>
