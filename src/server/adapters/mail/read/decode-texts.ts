import { buffer } from 'node:stream/consumers'
import type { HeaderLine, MimeNode, SplitterChunk } from '@zone-eu/mailsplit'
import { decodeLabelled } from '../../extract/charset.ts'

const ATTACHED = 'Content-Disposition'
const BEYOND_ASCII = /[\u0080-\u00ff]/
/** A word of a header (RFC 2047) in an encoding of seven bits that the parser does not know. */
const SEVEN_BIT_WORD = /=\?(iso-2022-kr|hz-gb-2312|utf-7)\?([bq])\?([^?\s]*)\?=/gi
/** Most characters of a plain text, of which nobody writes so many; a page may hold its pictures. */
const MOST_CHARACTERS = 5_000_000

/**
 * Makes a stage between a splitter and a joiner of mails, after which every text is in UTF-8 and says so, as the parser
 * behind knows no guess and believes every label. Other parts are passed on as they are.
 * @param headers takes the lines of the mail's own headers as they came
 */
export const textsDecoder = (headers: HeaderLine[]) =>
  async function* decodeTexts(chunks: AsyncIterable<SplitterChunk>): AsyncGenerator<SplitterChunk> {
    let text: MimeNode | null = null
    let body: Buffer[] = []
    for await (const chunk of chunks) {
      if (text && chunk.type === 'body') {
        body.push(chunk.value)
        continue
      }
      if (text) yield* decoded(text, body)
      text = null
      if (chunk.type === 'node') {
        mendHeaders(chunk)
        if (chunk.root && chunk.headers) headers.push(...chunk.headers.getList())
        mendType(chunk)
        if (isShown(chunk)) {
          text = chunk
          body = []
          continue
        }
      }
      yield chunk
    }
    if (text) yield* decoded(text, body)
  }

/** Whether the parser will read a part as words; it takes all others for files. */
const isShown = ({ contentType, disposition, filename, root }: MimeNode) =>
  /^text\/(plain|html)$/.test(contentType || '') && (!disposition || disposition === 'inline') && (!filename || root)

/** Puts headers in letters that the parser does not know, or of no named encoding, into UTF-8, which it does. */
function mendHeaders({ headers }: MimeNode): void {
  if (!headers) return
  for (const header of headers.getList()) {
    const named = header.line.replace(SEVEN_BIT_WORD, (_word, label: string, way: string, packed: string) => {
      const text = decodeLabelled(/b/i.test(way) ? Buffer.from(packed, 'base64') : unescaped(packed), label)
      return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
    })
    const read = BEYOND_ASCII.test(named)
      ? Buffer.from(decodeLabelled(Buffer.from(named, 'latin1'), undefined)).toString('latin1')
      : named
    if (read === header.line) continue
    header.line = read
    headers.changed = true
  }
}

/** The bytes of a word in the encoding `Q` of RFC 2047. */
const unescaped = (word: string): Buffer =>
  Buffer.from(
    word
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function mendType(node: MimeNode): void {
  // A type without a slash is none, and what has none is plain text (RFC 2045).
  if (!node.contentType || node.contentType.indexOf('/') < 0) {
    node.contentType = 'text/plain'
    node.setContentType('text/plain')
  }
  // A file that a program would show below the words is a file all the same, unless it is the whole mail.
  if (node.headers && node.filename && !node.root && /^text\//.test(node.contentType)) {
    const parameters = node.headers.getFirst(ATTACHED).replace(/^[^;]*/, '')
    node.headers.update(ATTACHED, `attachment${parameters}`)
  }
}

async function* decoded(node: MimeNode, body: Buffer[]): AsyncGenerator<SplitterChunk> {
  const decoder = node.getDecoder()
  decoder.end(Buffer.concat(body))
  const whole = decodeLabelled(await buffer(decoder), node.charset || undefined)
  const text = node.contentType === 'text/plain' ? whole.slice(0, MOST_CHARACTERS) : whole
  node.setCharset('utf-8')
  if (node.headers) node.headers.update('Content-Transfer-Encoding', 'base64')
  yield node
  yield { node, type: 'body', value: Buffer.from(`${Buffer.from(text).toString('base64')}\r\n`) }
}
