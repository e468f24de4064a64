/** How many pixels `rem` is, for what has to be counted in pixels: as large as the reader has told the browser. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
