/** WCAG 2 contrast between two colours (#rrggbb), from 1 to 21. */
export function contrastRatioOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** White or black, whichever has the higher contrast on the colour. */
export function readableTextColorOn(color: string): '#ffffff' | '#000000' {
  return contrastRatioOf(color, '#ffffff') >= contrastRatioOf(color, '#000000') ? '#ffffff' : '#000000'
}

function luminanceOf(color: string): number {
  const [red, green, blue] = toLinearRgb(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * The colour, lighter or darker in OKLCH until its contrast on the background is at least `ratio`; white or black if no
 * shade of it reaches the ratio.
 */
export function shiftToContrast(color: string, background: string, ratio: number): string {
  if (contrastRatioOf(color, background) >= ratio) return color
  const isOnDark = readableTextColorOn(background) === '#ffffff'
  const [lightness, a, b] = toOklab(color)
  for (let step = 1; step <= 100; step += 1) {
    const next = isOnDark ? lightness + ((1 - lightness) * step) / 100 : lightness * (1 - step / 100)
    // The hue stays; chroma decreases towards white or black.
    const fade = 1 - step / 100
    const shifted = fromOklab([next, a * fade, b * fade])
    if (contrastRatioOf(shifted, background) >= ratio) return shifted
  }
  return readableTextColorOn(background)
}

type Triple = [number, number, number]

/** The red, green and blue of a colour, each from 0 to 1, without sRGB's gamma. */
function toLinearRgb(color: string): Triple {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function toOklab(color: string): Triple {
  const [r, g, b] = toLinearRgb(color)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const hex = channels.map((linear) => {
    const channel = linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055
    const byte = Math.round(Math.min(1, Math.max(0, channel)) * 255)
    return byte.toString(16).padStart(2, '0')
  })
  return `#${hex.join('')}`
}
