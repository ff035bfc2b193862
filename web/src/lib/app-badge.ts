// The number on the icon of the installed app.

/** Shows the number, in browsers that support badges. */
export async function showAppBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await navigator.setAppBadge(count)
  } catch {
    // The browser refuses, for instance on iOS without the permission for notifications. The bell still shows the number.
  }
}
