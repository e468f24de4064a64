import { Readable } from 'node:stream'
import type { FileAnswer } from './binding.ts'
import type { Reply } from './request.ts'

/** Sends a file in pieces. An error before the first becomes an ordinary answer; a later one closes the connection. */
export async function sendFile(reply: Reply, mediaType: string, { name, content }: FileAnswer): Promise<Reply> {
  const pieces = content[Symbol.asyncIterator]()
  const first = await pieces.next()
  return reply
    .header('Content-Type', `${mediaType}; charset=utf-8`)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(piecesOf(first, pieces), { objectMode: false }))
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
