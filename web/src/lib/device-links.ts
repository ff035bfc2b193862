// Links that open an app of the device.

type Platform = 'android' | 'ios' | 'other'

type Device = { userAgent: string; maxTouchPoints: number }

export function platformOf({ userAgent, maxTouchPoints }: Device): Platform {
  if (/android/i.test(userAgent)) return 'android'
  // The user agent of an iPad says Macintosh, but no Mac has a touch screen.
  const isIpad = userAgent.includes('Macintosh') && maxTouchPoints > 1
  return isIpad || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'other'
}

/** The address that opens a place in a phone's maps app, else on openstreetmap.org. `place` may have several lines. */
export function mapsLinkOf(place: string, platform: Platform): string {
  const query = encodeURIComponent(place.replaceAll(/\s+/g, ' '))
  if (platform === 'android') return `geo:0,0?q=${query}`
  if (platform === 'ios') return `https://maps.apple.com/?q=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}

/** The address that dials a phone number. A bracketed zero, as in "+44 (0)20", is not dialled. */
export function phoneLinkOf(phone: string): string {
  const dialledNumber = phone.trim().startsWith('+') ? phone.replace('(0)', '') : phone
  return `tel:${dialledNumber.replaceAll(/[^\d+]/g, '')}`
}
