// Not in change-notification.ts, so that pages do not download Zod for this constant.

/** The request header with the page id of a write. */
export const pageIdHeader = 'x-gaffer-page'
