/**
 * The kinds of calendar feeds. `full`: all events of the band and its members' days away. `public`: the band's public events. `member`: the
 * member's days away and events with other bands. `personal`: the events of all bands of a user, and the user's days away.
 */
export const feedKinds = ['full', 'public', 'member', 'personal'] as const
export type FeedKind = (typeof feedKinds)[number]
export type BandFeedKind = Exclude<FeedKind, 'personal'>
