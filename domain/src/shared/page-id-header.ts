// Not in change-notification.ts, so that pages do not download Zod for it.

/** The request header with the page id of a write. */
export const pageIdHeader = 'x-gaffer-page'
