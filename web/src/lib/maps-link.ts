// The address that opens a place in the maps app of the device.

import type { Platform } from './platform.ts'

/** `place` may have several lines. */
export function mapsLinkOf(place: string, platform: Platform): string {
  const query = encodeURIComponent(place.replaceAll(/\s+/g, ' '))
  if (platform === 'android') return `geo:0,0?q=${query}`
  if (platform === 'ios') return `https://maps.apple.com/?q=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}
