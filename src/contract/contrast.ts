/** How much light the part of a colour gives that begins at a place of `#rrggbb`. */
const lightAt = (color: string, place: number): number => {
  const share = Number.parseInt(color.slice(place, place + 2), 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Black or white, whichever can be read better on a colour (WCAG 2.2, relative luminance): at least 4.5 to 1 on any. */
export function readableOn(color: string): '#000000' | '#ffffff' {
  const luminance = 0.2126 * lightAt(color, 1) + 0.7152 * lightAt(color, 3) + 0.0722 * lightAt(color, 5)
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}
