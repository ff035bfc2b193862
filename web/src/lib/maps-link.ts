// The address that opens a place in the maps app of the device.

export type Platform = 'android' | 'ios' | 'other'

type Device = { userAgent: string; maxTouchPoints: number }

export function platformOf({ userAgent, maxTouchPoints }: Device): Platform {
  if (/android/i.test(userAgent)) return 'android'
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const isIpad = userAgent.includes('Macintosh') && maxTouchPoints > 1
  return isIpad || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'other'
}

export function mapsLinkOf(place: string, platform: Platform): string {
  const query = encodeURIComponent(place)
  if (platform === 'android') return `geo:0,0?q=${query}`
  if (platform === 'ios') return `https://maps.apple.com/?q=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}
