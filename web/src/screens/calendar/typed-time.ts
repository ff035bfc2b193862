import { isRealTime } from '@gaffer/domain/dates'

/**
 * "7pm", "7.30 p.m.", "730pm", "19:00", "1900" or "19" as HH:mm; null for anything else. Without am or pm it is read on the
 * 24-hour clock.
 */
export function readTypedTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?m?\.?)?$/i.exec(text.trim())
  if (!match) return null
  const [, hour = '', minute = '00', half] = match
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hour24 = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const time = `${String(hour24).padStart(2, '0')}:${minute}`
  return isRealTime(time) ? time : null
}
