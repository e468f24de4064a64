/** The light of one component of `#rrggbb`, 0 to 1; `place` is the index of its first digit. */
const lightAt = (color: string, place: number): number => {
  const share = Number.parseInt(color.slice(place, place + 2), 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** How much black or white text stands out on `#rrggbb` (WCAG 2.2, relative luminance): 1, not at all, to 21. */
export function contrastOn(color: string, ink: '#000000' | '#ffffff'): number {
  const luminance = 0.2126 * lightAt(color, 1) + 0.7152 * lightAt(color, 3) + 0.0722 * lightAt(color, 5)
  return ink === '#000000' ? (luminance + 0.05) / 0.05 : 1.05 / (luminance + 0.05)
}

/** Black or white, whichever reads better on `#rrggbb`; always at least 4.5 to 1. */
export function readableOn(color: string): '#000000' | '#ffffff' {
  return contrastOn(color, '#000000') >= contrastOn(color, '#ffffff') ? '#000000' : '#ffffff'
}
