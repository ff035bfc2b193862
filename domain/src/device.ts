// A browser that is signed in, as its person recognises it.

import * as z from 'zod/mini'
import { Id, Timestamp } from './common-schemas.ts'

export const SignedInDevice = z.strictObject({
  id: Id,
  /** "Chrome on Android": made from what the browser says of itself, which anybody can make up. */
  device: z.string(),
  createdAt: Timestamp,
  /** Right to some minutes. */
  lastSeenAt: Timestamp,
  expiresAt: Timestamp,
  /** The one that asks. */
  current: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

/** Browsers name their ancestors too, so the most particular name comes first. */
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
 * A short name for a User-Agent header: "Firefox on Windows", "Safari on iPhone". Never repeats the header itself;
 * what it does not know is "Unknown device". Never throws.
 */
export function describeUserAgent(userAgent: string | null): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
