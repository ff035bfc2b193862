/** The link that puts a feed into a calendar program with one tap. Android has no app for `webcal:`, so it gets a link to Google Calendar. */
export function calendarSubscribeLink(url: string, userAgent = navigator.userAgent): { href: string; label: string } {
  const webcal = url.replace(/^https?:/, 'webcal:')
  if (!/Android/.test(userAgent)) return { href: webcal, label: 'Add to your calendar' }
  return {
    href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    label: 'Add to Google Calendar',
  }
}
