// Not in outbox-messages.ts, because the banner on every page must not download the texts of the dialogs.

/** The title for changes that the server refused: `count` of them, at least one. */
export function formatNotSent(count: number): string {
  return count === 1 ? 'A change was not sent' : `${count} changes were not sent`
}
