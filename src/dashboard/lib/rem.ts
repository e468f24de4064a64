/** The size of `rem` in pixels, for what has to be calculated in pixels. Readers can change it in their browser. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
