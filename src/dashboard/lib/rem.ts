/** Size of the CSS unit `rem` in pixels, for calculations in pixels. Readers can change it in their browser. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
