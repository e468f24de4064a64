import traditionalCharacters from 'opencc-js/dict/TSCharacters'

const SIMPLIFIED = new Map(traditionalCharacters.split('|').map((pair) => pair.split(' ') as [string, string]))

// Marks that are ignored in comparing: accents of European scripts, vowel signs of Hebrew and Arabic, and the dot below
// a letter of Hindi or Bengali that makes a foreign sound of it; also what only says where a word may be broken.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u093c\u09bc\u0a3c]/g
const BREAKS = /\u00ad|\u200c|\u200d|\u2060|\ufeff/g
// Letters that neighbouring keyboards or hurried writers put in each other's place. The digits are other scripts'.
const TWINS = /[ςıßکیىہھةە٠-٩۰-۹०-९]|\p{Script=Han}/gu
const TWIN_LETTERS: Readonly<Record<string, string>> = {
  ς: 'σ',
  ı: 'i',
  ß: 'ss',
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
  ہ: 'ه',
  ھ: 'ه',
  ة: 'ه',
  ە: 'ه',
}
const UMLAUT_WORD = /[\p{L}\p{N}]*[äöü][\p{L}\p{N}]*/giu
// After these letters "ue" is part of another sound ("neue", "Quelle"), and at a word's end hardly ever an umlaut.
const DIGRAPH_WORD = /[a-zäöüß]*(?<![aeq])[aou]e[a-zäöüß][a-zäöüß]*/giu
const DIGRAPH = /(?<![aeq])([aou])e(?=\p{L})/giu

/** A text as words are compared: lower case, no accents, its language's usual letters, and simplified Chinese. */
export function folded(text: string): string {
  return text
    .replace(BREAKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(TWINS, (letter) => TWIN_LETTERS[letter] ?? digit(letter) ?? SIMPLIFIED.get(letter) ?? letter)
}

/** A digit of another script as one of ASCII; undefined for any other character. */
function digit(letter: string): string | undefined {
  if (!/\p{Nd}/u.test(letter)) return undefined
  const code = letter.charCodeAt(0)
  return String((code & 0xf) - (code < 0x0966 ? 0 : 6))
}

/**
 * A text followed by its words in the other way of writing ä, ö and ü ("Oeffnungszeiten" for "Öffnungszeiten").
 * Questions stay as they were asked, so that neither way weighs twice.
 */
export function withSpellings(text: string): string {
  const spelt = [
    ...(text.normalize('NFC').match(UMLAUT_WORD) ?? []).map((word) => word.toLowerCase().replace(/[äöü]/g, dotless)),
    ...(text.match(DIGRAPH_WORD) ?? []).map(withoutDigraphs),
  ]
  return spelt.length === 0 ? text : `${text}\n${spelt.join(' ')}`
}

/** A German word with ä, ö and ü in the place of ae, oe and ue, but without their dots, as `folded` leaves them. */
export const withoutDigraphs = (word: string): string => word.replace(DIGRAPH, '$1')

const dotless = (letter: string) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter
