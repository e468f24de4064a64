import { createRequire } from 'node:module'
import type { chardet } from 'jschardet'

/** Number of bytes by which an encoding is guessed. They begin one byte before the first that is not ASCII. */
const SAMPLE_BYTES = 20_000
/** Share of a text's letters beyond ASCII that must belong to one language of Western Europe for Windows-1252 to fit. */
const FITTING = 0.95
/** Confidence below which the detector is believed only if the text's letters belong to no one language. */
const UNSURE = 0.1
/** Confidence below which it is not believed either if they are all used in Western Europe, as in a list of names. */
const GUESSED = 0.05

/** The letters beyond ASCII of the languages that are written in Windows-1252, one string a language. */
const WESTERN = [
  ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñ', 'áâãàçéêíóôõúü', 'àèéìîòóù', 'áéëèïíóöüú', 'æøåé'],
  ...['åäöéü*šž', 'áéíóúýþæöð', 'àçèéíïòóúü', 'äöõü*šž'],
]
const RARE = /\*.*$/

/** The letters beyond ASCII of the languages of Central Europe, and the encodings that have them. */
const CENTRAL = {
  labels: ['windows-1250', 'iso-8859-2'],
  alphabets: ['ąćęłńóśźż', 'áäčďéěíĺľňóôŕřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
}

/** The encodings that are told apart, by the detector's names. `TextDecoder` knows most of them by the same names. */
const ENCODINGS = [
  ...['cp1250', 'cp1251', 'cp1252', 'cp1253', 'cp1254', 'cp1255', 'cp1256', 'cp1257', 'cp1258', 'cp866', 'gb18030'],
  ...['iso8859-1', 'iso8859-2', 'iso8859-4', 'iso8859-5', 'iso8859-6', 'iso8859-7', 'iso8859-8', 'iso8859-9'],
  ...['iso8859-13', 'iso8859-15', 'koi8-r', 'koi8-u', 'tis-620'],
]
/** The detector's names for the others, with the labels by which `TextDecoder` knows them. */
export const LABELS: Record<string, string> = {
  big5hkscs: 'big5',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  euc_jis_2004: 'euc-jp',
  euc_kr: 'euc-kr',
  'mac-cyrillic': 'x-mac-cyrillic',
  'mac-roman': 'macintosh',
  shift_jis_2004: 'shift_jis',
}

/** Matches signs between two letters, or dashes in a word in small letters: probably letters of another encoding. */
const SIGN_IN_WORD = /(?<=\p{L})[¹³¿ºª¢¥¦¯¼¾±¶¬«»©®†‡‰‹›‚„•](?=\p{L})|(?<=\p{Ll})[–—](?=\p{Ll})/gu

/** The detector's statistics of languages are read when the first text needs them: few do, and they take 50 MB. */
const require = createRequire(import.meta.url)

/**
 * Guesses the encoding of a text that is neither ASCII nor Unicode, as a label for `TextDecoder`. Windows-1252 comes
 * first if the letters fit it, because few letters mislead a detector that weighs all languages alike.
 */
export function guessEncoding(bytes: Uint8Array): string {
  const start = Math.max(bytes.findIndex((byte) => byte > 0x7f) - 1, 0)
  const sample = bytes.subarray(start, start + SAMPLE_BYTES)
  const letters = lettersIn('windows-1252', sample)
  if (shareOf(letters, WESTERN) >= FITTING) return 'windows-1252'
  const { detect } = (require('jschardet') as { chardet: typeof chardet }).chardet
  const includeEncodings = [...ENCODINGS, ...Object.keys(LABELS)]
  const { encoding, confidence } = detect(sample, { compatNames: false, preferSuperset: false, includeEncodings })
  const detected = LABELS[encoding ?? ''] ?? encoding ?? 'windows-1252'
  if (confidence >= UNSURE) return detected
  const central = CENTRAL.labels.find((label) => shareOf(lettersIn(label, sample), CENTRAL.alphabets) >= FITTING)
  const isMixed = confidence < GUESSED && shareOf(letters, [WESTERN.join('')]) >= FITTING
  return central ?? (isMixed ? 'windows-1252' : detected)
}

/**
 * The letters beyond ASCII of a text in an encoding, in lower case, with signs within words, which no language writes.
 */
function lettersIn(label: string, sample: Uint8Array): string[] {
  const text = new TextDecoder(label).decode(sample).toLowerCase()
  return [...(text.match(/[^\P{L}a-z]|[\u0080-\u009f]/gu) ?? []), ...(text.match(SIGN_IN_WORD) ?? [])]
}

/** The share of letters that one of some alphabets has, for the one with the most; 1 if there are no letters. */
function shareOf(letters: string[], alphabets: readonly string[]): number {
  const count = (alphabet: string) => letters.filter((letter) => alphabet.includes(letter)).length
  // Letters that are rare in their language do not show that a text is written in it.
  const known = alphabets.map((alphabet) => (count(alphabet.replace(RARE, '')) === 0 ? 0 : count(alphabet)))
  return letters.length === 0 ? 1 : Math.max(...known) / letters.length
}
