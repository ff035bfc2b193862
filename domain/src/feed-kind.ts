/** The calendar feeds of a membership: all events of the band, its public events, or the member's own events. */
export const feedKinds = ['full', 'public', 'member'] as const
export type FeedKind = (typeof feedKinds)[number]
