import { Readable } from 'node:stream'
import type { FileAnswer } from './binding.ts'
import type { Reply } from './request.ts'

const UNKNOWN = 'application/octet-stream'
/** A browser that shows a file all the same, where it ought to save it, runs nothing in it. */
const POLICY = "default-src 'none'; sandbox"

/** Sends a file in pieces. An error before the first becomes an ordinary answer; a later one closes the connection. */
export async function sendFile(
  reply: Reply,
  mediaType: string,
  { name, type, shownUnder, content }: FileAnswer,
): Promise<Reply> {
  const pieces = content[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (shownUnder) reply.header('X-Frame-Options', 'SAMEORIGIN').header('Referrer-Policy', 'no-referrer')
  else reply.header('Content-Disposition', saveAs(name))
  return reply
    .header('Content-Type', type ?? (mediaType === UNKNOWN ? mediaType : `${mediaType}; charset=utf-8`))
    .header('Content-Security-Policy', shownUnder ?? POLICY)
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(piecesOf(first, pieces), { objectMode: false }))
}

/** A name that every client reads, and beside it the whole one (RFC 6266). */
function saveAs(name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/g, '_')
  if (plain === name) return `attachment; filename="${name}"`
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

async function* piecesOf(
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncIterator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
