/**
 * Decoders of texts in seven bits that `TextDecoder` does not know, by their labels. They take each byte as a character.
 * What is shifted in Korean (RFC 1557) and Chinese (RFC 1843) is of another encoding without the upper bit of each byte.
 */
export const SEVEN_BITS: Partial<Record<string, (text: string) => string>> = {
  'iso-2022-kr': (text) => {
    const [start, ...shifted] = text.replaceAll('\u001b$)C', '').split('\u000e')
    const read = shifted.map((piece) => {
      const [inside = '', ...after] = piece.split('\u000f')
      return withUpperBits(inside, 'euc-kr') + after.join('')
    })
    return [start, ...read].join('')
  },
  'hz-gb-2312': (text) =>
    text.replace(/~(?:\{([^\r\n]*?)(?:~\}|$)|(~)|\r?\n)/gm, (_shift, bytes?: string, tilde?: string) =>
      bytes ? withUpperBits(bytes, 'gbk') : (tilde ?? ''),
    ),
  'utf-7': (text) =>
    text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_shift, packed: string) => {
      const units = Buffer.from(packed, 'base64')
      return packed === '' ? '+' : new TextDecoder('utf-16be').decode(units.subarray(0, units.length & ~1))
    }),
}

/** Decodes bytes that lack their upper bits; spaces and ends of lines have none. */
const withUpperBits = (bytes: string, label: string): string =>
  new TextDecoder(label).decode(
    Uint8Array.from(bytes, (character) => {
      const byte = character.charCodeAt(0)
      return byte > 0x20 ? byte | 0x80 : byte
    }),
  )
