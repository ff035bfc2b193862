// How an open page names itself to the server. Apart from live.ts, so that the pages need no schema for it.

/** The header of a write that names the page it comes from. */
export const pageHeader = 'x-gaffer-page'
