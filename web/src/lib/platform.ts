export type Platform = 'android' | 'ios' | 'other'

type Device = { userAgent: string; maxTouchPoints: number }

export function platformOf({ userAgent, maxTouchPoints }: Device): Platform {
  if (/android/i.test(userAgent)) return 'android'
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  const isIpad = userAgent.includes('Macintosh') && maxTouchPoints > 1
  return isIpad || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'other'
}
