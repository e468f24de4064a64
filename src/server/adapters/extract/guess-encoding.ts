/** Number of bytes by which an encoding is guessed. They begin one byte before the first that is not ASCII. */
const SAMPLE_BYTES = 100_000
/** Share of a text's letters beyond ASCII that must belong to one language for its encoding to fit. */
const FITTING = 0.95
/** By how much that share must be higher for another encoding of Latin letters than for Windows-1252. */
const CLEARLY = 0.1
/** Share of a text's characters beyond ASCII that must be among the most frequent letters of a script. */
const FREQUENT = 0.7
/** Largest share of characters beyond ASCII that may touch an ASCII letter; words of another script contain none. */
const MIXED = 0.1
/** Fewest two-byte characters by which an encoding is judged, and the share of them that must be everyday ones. */
const EVERYDAY = { share: 0.9, count: 4 }

/** For each encoding of Latin letters, the letters beyond ASCII of its languages, one string a language. */
const LATIN: Record<string, readonly string[]> = {
  'windows-1252': [
    ...['äöüßé', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñ', 'áâãàçéêíóôõúü', 'àèéìîòóù', 'áéëèïíóöüú', 'æøåé'],
    ...['åäöéüšž', 'áéíóúýþæöð', 'àçèéíïòóúü', 'äöõüšž'],
  ],
  'windows-1250': ['ąćęłńóśźż', 'áäčďéěíĺľňóôŕřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
  'windows-1254': ['çğıöşüâîû'],
}

/** For each encoding of another script, the most frequent letters of the languages written in that script. */
const SCRIPTS: Record<string, string> = {
  'windows-1251': 'оеаинтсрвлкмдпуяыі',
  'koi8-r': 'оеаинтсрвлкмдпуяы',
  ibm866: 'оеаинтсрвлкмдпуяы',
  'windows-1253': 'αοιτεσςνηυρπκμλ',
  'windows-1255': 'יוהלאתמרבשנחדקם',
  'windows-1256': 'اليمونرتبعهدكسفةق',
}

type Range = readonly [from: number, to: number]
/** For each two-byte encoding, the first bytes of its everyday characters, and the second bytes that may follow. */
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

/** Matches signs between two letters: their bytes probably mean letters in another encoding. */
const SIGN_IN_WORD = /(?<=\p{L})[¹³¿ºª¢¥¦¯¼¾](?=\p{L})/gu

/**
 * Guesses the encoding of a text that is neither ASCII nor Unicode, as a label for `TextDecoder`: the one in which the
 * text's letters are those of a language. A text that is too short or too mixed to tell counts as Windows-1252.
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

/**
 * The share of a text's letters beyond ASCII that one language of an encoding has, for the language with the most; 1 if
 * there are no such letters. A sign within a word counts as a letter that no language has.
 */
function latinFit(label: string, sample: Uint8Array): number {
  const text = decode(label, sample).toLowerCase()
  const letters = text.match(/[^\P{L}a-z]/gu) ?? []
  const all = letters.length + (text.match(SIGN_IN_WORD) ?? []).length
  const known = (alphabet: string) => letters.filter((letter) => alphabet.includes(letter)).length
  return all === 0 ? 1 : Math.max(...LATIN[label]!.map(known)) / all
}

/** The encoding in which most of a text's characters beyond ASCII are frequent letters of its script, if any. */
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

/** The encoding of Chinese, Japanese or Korean in which nearly all two-byte characters are everyday ones, if any. */
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

/**
 * Whether a first byte is that of full-width signs, or of full-width letters or digits except in Shift_JIS, where they
 * share theirs with kana. They occur in texts of all these languages, so they say nothing about the encoding.
 */
const isPunctuation = (label: string, first: number) =>
  label === 'shift_jis' ? first === 0x81 : first >= 0xa1 && first <= 0xa3

const isWithin = (ranges: readonly Range[], byte: number) => ranges.some(([from, to]) => byte >= from && byte <= to)

const decode = (label: string, bytes: Uint8Array): string => new TextDecoder(label).decode(bytes)

/** Decodes bytes; null if they are not valid in the encoding. The sample's last character may be incomplete. */
function decodeStrictly(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}
