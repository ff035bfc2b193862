/** WCAG 2 contrast between two colours (#rrggbb), from 1 to 21. */
export function contrastRatioOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** White or black, whichever has the higher contrast on the colour. */
export function readableTextColorOn(color: string): '#ffffff' | '#000000' {
  return contrastRatioOf(color, '#ffffff') >= contrastRatioOf(color, '#000000') ? '#ffffff' : '#000000'
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
