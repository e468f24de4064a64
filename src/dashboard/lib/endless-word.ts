/** A word too long for any line. */
const ENDLESS = /\S{300}/

/**
 * Returns a class that avoids slow line breaking, for texts written by strangers. To break within a word, the browser
 * measures all letters that follow; a word of ten thousand letters would block the page for seconds at each resize.
 */
export function endlessWordClass(text: string): string | false {
  return ENDLESS.test(text) && '[font-kerning:none]'
}
