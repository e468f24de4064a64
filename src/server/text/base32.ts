const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 without padding (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The bytes that a text in base32 holds whole, in large or small letters. */
export function fromBase32(text: string): Buffer {
  const numbers = Array.from(text.toUpperCase(), (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((numbers.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
