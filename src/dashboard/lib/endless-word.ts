/** A word that no line holds. */
const ENDLESS = /\S{300}/

/**
 * A class for text by strangers. Kerned letters can't be broken between lines without shaping all that follow anew:
 * ten thousand W in one word would hold the page up for seconds at every change of width.
 */
export function endlessWordClass(text: string): string | false {
  return ENDLESS.test(text) && '[font-kerning:none]'
}
