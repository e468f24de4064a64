/** The identifier of plain content within a message of CMS (RFC 5652), as it is encoded there. */
const DATA = Buffer.from('06092a864886f70d010701', 'hex')
const [EXPLICIT, OCTETS, OCTETS_IN_PIECES] = [0xa0, 0x04, 0x24]
const MOST_LENGTH_BYTES = 4

/**
 * The mail that S/MIME packed together with its signature (RFC 8551), beginning with its headers of content; null if
 * there is none, as in what is encrypted. The signature is not checked.
 */
export function signedContent(message: Buffer): Buffer | null {
  const at = message.indexOf(DATA)
  if (at < 0 || message[at + DATA.length] !== EXPLICIT) return null
  const octets = lengthAt(message, at + DATA.length + 1).next
  if (message[octets] !== OCTETS && message[octets] !== OCTETS_IN_PIECES) return null
  const outer = lengthAt(message, octets + 1)
  if (message[octets] === OCTETS) return message.subarray(outer.next, outer.next + outer.length)
  const pieces: Buffer[] = []
  for (let next = outer.next; next < outer.next + outer.length && message[next] === OCTETS; ) {
    const piece = lengthAt(message, next + 1)
    pieces.push(message.subarray(piece.next, piece.next + piece.length))
    next = piece.next + piece.length
  }
  return Buffer.concat(pieces)
}

/** A length as BER writes it, and where what it measures begins; without end if that says itself where it ends. */
function lengthAt(bytes: Buffer, at: number): { length: number; next: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { length: first, next: at + 1 }
  const size = first & 0x7f
  if (size === 0) return { length: Number.POSITIVE_INFINITY, next: at + 1 }
  if (size > MOST_LENGTH_BYTES || at + 1 + size > bytes.length) return { length: 0, next: at + 1 }
  return { length: bytes.readUIntBE(at + 1, size), next: at + 1 + size }
}
