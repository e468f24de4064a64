/** A word too long for any line. */
const ENDLESS = /\S{300}/

/**
 * A class for texts written by strangers. To break a word between lines, the browser works out the spacing of all
 * letters that follow again: ten thousand letters in one word would block the page for seconds at every change of
 * width.
 */
export function endlessWordClass(text: string): string | false {
  return ENDLESS.test(text) && '[font-kerning:none]'
}
