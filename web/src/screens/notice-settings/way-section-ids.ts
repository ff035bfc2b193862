/** Element ids of the sections where a way is turned on. */
export const waySectionIds = { push: 'notices-by-push', email: 'notices-by-email' } as const
