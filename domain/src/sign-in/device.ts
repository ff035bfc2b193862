import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'

export const SignedInDevice = z.strictObject({
  id: Id,
  /** "Chrome on Android", from the User-Agent header, which clients can forge. */
  device: z.string(),
  createdAt: Timestamp,
  /** Accurate to five minutes. */
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  /** Whether this is the session of the request. */
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

/** User agents contain the names of other browsers too, so the most specific names come first. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A short name for a User-Agent header, such as "Firefox on Windows" or "Safari on iPhone", otherwise "Unknown device". Contains no
 * text of the header.
 */
export function describeUserAgent(userAgent: string | null): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
