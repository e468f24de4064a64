/** Number of bytes from which an encoding is guessed, from the first one that is not ASCII. */
const SAMPLE_BYTES = 100_000
/** Share of a text's letters that an encoding has to explain. */
const FITTING = 0.95
/** By how much another encoding for Latin letters has to explain more of them than Windows-1252 does. */
const CLEARLY = 0.1
/** Share of a text that its language's most frequent letters make up at least. */
const FREQUENT = 0.7
/** Share of letters that may touch one of ASCII where words are written in letters of another script. */
const MIXED = 0.1
/** Share of double bytes, and number of them, that have to be those of everyday characters. */
const EVERYDAY = { share: 0.9, count: 4 }

/** The letters beside those of ASCII of each language that is written with an encoding. */
const LATIN: Record<string, readonly string[]> = {
  'windows-1252': [
    ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñ', 'áâãàçéêíóôõúü', 'àèéìîòóù', 'áéëèïíóöüú', 'æøåé'],
    ...['åäöéüšž', 'áéíóúýþæöð', 'àçèéíïòóúü', 'äöõüšž'],
  ],
  'windows-1250': ['ąćęłńóśźż', 'áäčďéěíĺľňóôŕřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  'windows-1254': ['çğıöşüâîû'],
}

/** The most frequent letters of languages with a script of their own. */
const SCRIPTS: Record<string, string> = {
  'windows-1251': 'оеаинтсрвлкмдпуяыі',
  'koi8-r': 'оеаинтсрвлкмдпуяы',
  ibm866: 'оеаинтсрвлкмдпуяы',
  'windows-1253': 'αοιτεσςνηυρπκμλ',
  'windows-1255': 'יוהלאתמרבשנחדקם',
  'windows-1256': 'اليمونرتبعهدكسفةق',
}

type Range = readonly [from: number, to: number]
/** The first bytes of everyday characters, and the second bytes that they go with. */
const DOUBLE_BYTES: Record<string, { first: readonly Range[]; second: readonly Range[] }> = {
  'euc-kr': { first: [[0xb0, 0xc8]], second: [[0xa1, 0xfe]] },
  'euc-jp': {
    first: [
      [0xa4, 0xa5],
      [0xb0, 0xcf],
    ],
    second: [[0xa1, 0xfe]],
  },
  shift_jis: {
    first: [
      [0x82, 0x83],
      [0x88, 0x97],
    ],
    second: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
  },
  big5: {
    first: [[0xa4, 0xc6]],
    second: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  gb18030: { first: [[0xb0, 0xd7]], second: [[0xa1, 0xfe]] },
}

/** Signs that stand for letters of other encodings, where they stand within words. */
const SIGN_IN_WORD = /(?<=\p{L})[¹³¿ºª¢¥¦¯¼¾](?=\p{L})/gu

/**
 * Guesses the encoding of a text that is neither ASCII nor Unicode by its letters: the one in which they are those of a
 * language. What can't be told, because it is short or mixed, counts as Windows-1252.
 */
export function guessEncoding(bytes: Uint8Array): string {
  const start = Math.max(bytes.findIndex((byte) => byte > 0x7f) - 1, 0)
  const sample = bytes.subarray(start, start + SAMPLE_BYTES)
  const western = latinFit('windows-1252', sample)
  if (western >= FITTING) return 'windows-1252'
  const others = Object.keys(LATIN).filter((label) => latinFit(label, sample) >= FITTING)
  const other = others.find((label) => latinFit(label, sample) > western + CLEARLY)
  return doubleByteEncoding(sample) ?? scriptEncoding(sample) ?? other ?? 'windows-1252'
}

/** How many of a text's letters beside those of ASCII the one language knows that knows most of them. */
function latinFit(label: string, sample: Uint8Array): number {
  const text = decode(label, sample).toLowerCase()
  const letters = text.match(/[^\P{L}a-z]/gu) ?? []
  const all = letters.length + (text.match(SIGN_IN_WORD) ?? []).length
  const known = (alphabet: string) => letters.filter((letter) => alphabet.includes(letter)).length
  return all === 0 ? 1 : Math.max(...LATIN[label]!.map(known)) / all
}

/** The encoding in which words consist of a script's letters, with the frequent ones as frequent as they are. */
function scriptEncoding(sample: Uint8Array): string | undefined {
  const shares = Object.entries(SCRIPTS).map(([label, frequent]) => {
    const text = decode(label, sample).toLowerCase()
    const signs = text.match(/[^\p{ASCII}\p{P}\p{Z}\p{Sc}\p{N}]/gu) ?? []
    const mixed = text.match(/(?<=[a-z])[^\P{L}a-z]|[^\P{L}a-z](?=[a-z])/gu) ?? []
    const found = signs.filter((sign) => frequent.includes(sign.normalize('NFD')[0]!)).length
    return { label, share: mixed.length > MIXED * signs.length ? 0 : found / Math.max(signs.length, 1) }
  })
  const best = shares.reduce((one, next) => (next.share > one.share ? next : one))
  return best.share >= FREQUENT ? best.label : undefined
}

/** The encoding of Chinese, Japanese or Korean in which nearly all double bytes are everyday characters. */
function doubleByteEncoding(sample: Uint8Array): string | undefined {
  const shares = Object.entries(DOUBLE_BYTES).map(([label, { first, second }]) => {
    const text = decodeStrictly(label, sample)
    if (text === null) return { label, share: 0 }
    let [everyday, all] = [0, 0]
    for (let index = 0; index < sample.length - 1; index += 1) {
      const [one, two] = [sample[index]!, sample[index + 1]!]
      if (one < 0x80 || (label === 'shift_jis' && one >= 0xa1 && one <= 0xdf)) continue
      index += 1
      if (isPunctuation(label, one)) continue
      all += 1
      if (isWithin(first, one) && isWithin(second, two)) everyday += 1
    }
    return { label, share: all < EVERYDAY.count ? 0 : everyday / all }
  })
  const best = shares.reduce((one, next) => (next.share > one.share ? next : one))
  return best.share >= EVERYDAY.share ? best.label : undefined
}

/** Whether a first byte is that of full-width signs, letters and digits, which stand in texts of every language. */
const isPunctuation = (label: string, first: number) =>
  label === 'shift_jis' ? first === 0x81 : first >= 0xa1 && first <= 0xa3

const isWithin = (ranges: readonly Range[], byte: number) => ranges.some(([from, to]) => byte >= from && byte <= to)

const decode = (label: string, bytes: Uint8Array): string => new TextDecoder(label).decode(bytes)

/** Null if bytes are not text in an encoding. The sample may end within a character. */
function decodeStrictly(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}
