import { platformOf } from '#lib/platform.ts'

/** The link that puts a feed into a calendar program with one tap. Android has no app for `webcal:`, so it gets a link to Google Calendar. */
export function calendarSubscribeLink(
  url: string,
  device: Parameters<typeof platformOf>[0] = navigator,
): { href: string; label: string } {
  const webcal = url.replace(/^https?:/, 'webcal:')
  if (platformOf(device) !== 'android') return { href: webcal, label: 'Add to your calendar' }
  return {
    href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    label: 'Add to Google Calendar',
  }
}
