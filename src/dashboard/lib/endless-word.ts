const ENDLESS = /\S{300}/

/** For texts by strangers: breaking a word of ten thousand kerned letters would block the page at each resize. */
export function endlessWordClass(text: string): string | false {
  return ENDLESS.test(text) && '[font-kerning:none]'
}
