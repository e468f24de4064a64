import { isUtf8 } from 'node:buffer'
import { guessEncoding, LABELS } from './guess-encoding.ts'
import { SEVEN_BITS } from './seven-bits.ts'

/** Bytes searched for a page's encoding. The HTML standard says 1,024, but some pages start with long comments. */
const DECLARATION_BYTES = 4_096
/** Matches what may hold the text of a declaration without being one. */
const NO_DECLARATION = /<!--[\s\S]*?(?:-->|$)|<script[\s\S]*?(?:<\/script|$)/gi
/** The encodings that programs declare without knowing which one they write. */
const WESTERN = /^(?:utf-8|windows-1252)$/
/** Most invalid bytes that a text in UTF-8 may have, as a share of its characters beyond ASCII. */
const INVALID_SHARE = 0.1
/** What announces characters of two bytes in ISO-2022-JP, which is otherwise ASCII. */
const ESCAPES_OF_JAPANESE = ['\u001b$B', '\u001b$@']
/** Labels of programs that know of no other alphabet and call all they write so. */
const SAYS_LITTLE = /^(us-?ascii|ansi_x3.*|utf-?8|x-user-defined)$/
/** Encodings of a byte a letter. */
const ONE_BYTE = /^(windows|iso-8859|koi8|macintosh|x-mac|ibm)/
/** Share of control and replacement characters, of which one is always allowed, above which a file counts as binary. */
const BINARY_SHARE = 0.01

/**
 * Decodes a page about as browsers do: by byte order mark, Content-Type header, its declaration, else as a text file.
 * Skips encodings that aren't supported, and UTF-8 and Western ones that are plainly wrong. A string is returned as it is.
 */
export function decodeHtml(html: string | Uint8Array, contentType: string | null): string {
  if (typeof html === 'string') return html
  const marked = byteOrderMark(html)
  if (marked) return new TextDecoder(marked).decode(html)
  const header = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]
  const start = new TextDecoder('latin1').decode(html.subarray(0, DECLARATION_BYTES)).replace(NO_DECLARATION, '')
  const declared =
    /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([^"']+)/i.exec(start)?.[1]
  // If the declaration could be read as single bytes, the page can't be UTF-16, even if it says so.
  const label = /^utf-?16/i.test(declared ?? '') ? 'utf-8' : declared
  const decoder = decoderFor(header) ?? decoderFor(label)
  // Servers call pages so whose files hold UTF-8, or the other way round. Bytes that can be read as UTF-8 are UTF-8.
  return !decoder || WESTERN.test(decoder.encoding) ? decodeUndeclared(html, decoder?.encoding) : decoder.decode(html)
}

/**
 * Decodes the text of a mail: by byte order mark, else by its label unless that is unknown or plainly wrong, else as a
 * text file. Never throws.
 */
export function decodeLabelled(bytes: Uint8Array, label: string | undefined): string {
  const marked = byteOrderMark(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const name = label?.toLowerCase() ?? ''
  const sevenBits = SEVEN_BITS[name]
  if (sevenBits) return sevenBits(new TextDecoder('latin1').decode(bytes))
  const decoder = SAYS_LITTLE.test(name) ? null : decoderFor(LABELS[name] ?? label)
  // What reads as letters of several bytes is hardly ever a text of single ones, whatever it says.
  const isOtherwise = decoder && ONE_BYTE.test(decoder.encoding) && isUtf8(bytes)
  return decoder && !isOtherwise ? decoder.decode(bytes) : decodeUndeclared(bytes)
}

/** Decodes a text file: UTF-8, UTF-16, or else as its letters suggest; null if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = byteOrderMark(bytes)
  const text = marked ? new TextDecoder(marked).decode(bytes) : decodeUndeclared(bytes)
  return looksBinary(text) ? null : text
}

/** Whether bytes are text of some encoding; about as `decodeText` says, without finding out which encoding it is. */
export function isText(bytes: Uint8Array): boolean {
  const encoding = byteOrderMark(bytes) ?? unmarkedUtf16(bytes)
  if (encoding) return !looksBinary(new TextDecoder(encoding).decode(bytes))
  const text = decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  return isIso2022Jp(text) || !looksBinary(text)
}

/** Decodes bytes by what they are; `declared` decides if they are neither UTF-8 nor UTF-16. */
function decodeUndeclared(bytes: Uint8Array, declared?: string): string {
  const utf16 = unmarkedUtf16(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const text = decodeUtf8(bytes)
  if (text === null) {
    const single = declared === undefined || declared === 'utf-8' ? guessEncoding(bytes) : declared
    return new TextDecoder(single).decode(bytes)
  }
  return isIso2022Jp(text) ? new TextDecoder('iso-2022-jp').decode(bytes) : text
}

const isIso2022Jp = (text: string) => ESCAPES_OF_JAPANESE.some((sequence) => text.includes(sequence))

/** Decodes text that is UTF-8 unless a mark at its beginning says otherwise. */
export const decodeUtf = (bytes: Uint8Array): string => new TextDecoder(byteOrderMark(bytes) ?? 'utf-8').decode(bytes)

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * Recognises unmarked UTF-16 by every other byte: the upper ones are nearly all zero in Western text, and have few
 * different values in another alphabet.
 */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 1_000)
  if (sample.length < 4) return null
  const even = sample.filter((_, index) => index % 2 === 0)
  const odd = sample.filter((_, index) => index % 2 === 1)
  if (isUpperHalf(odd) && zeros(even) < 0.05) return 'utf-16le'
  if (isUpperHalf(even) && zeros(odd) < 0.05) return 'utf-16be'
  return null
}

const zeros = (bytes: Uint8Array) => bytes.filter((byte) => byte === 0).length / bytes.length
const isUpperHalf = (bytes: Uint8Array) => zeros(bytes) > 0.7 || (zeros(bytes) > 0 && new Set(bytes).size <= 4)

/** Decodes UTF-8 with few invalid characters, such as a byte pasted from elsewhere; null if there are more. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    let [beyond, invalid] = [0, 0]
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0xfffd) invalid++
      else if (code > 127) beyond++
    }
    return invalid <= INVALID_SHARE * beyond ? text : null
  }
}

function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

function looksBinary(text: string): boolean {
  let odd = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0) return true
    if ((code < 32 && (code < 9 || code > 13)) || code === 0xfffd) odd++
  }
  return odd > Math.max(1, text.length * BINARY_SHARE)
}
