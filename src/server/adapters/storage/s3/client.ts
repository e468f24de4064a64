import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { hostOf, portOf } from '../../outbound/allow.ts'
import { createOutbound } from '../../outbound/outbound.ts'
import type { S3Address } from './address.ts'
import { isMissing, refusalIn, StorageError } from './errors.ts'
import { fieldOf, readListing } from './xml.ts'

/** The objects of a bucket whose names begin with the address's prefix. Paths are what follows it. */
export interface S3 {
  /** Stores an object, of which nothing is there before all of it is. The server compares it with its SHA-256. */
  put(path: string, content: Blob): Promise<void>
  /** @returns undefined if there is none */
  read(path: string): Promise<Uint8Array | undefined>
  /** An object, as it comes. @returns undefined if there is none */
  open(path: string): Promise<Readable | undefined>
  /** Removes an object; a missing one is no error. */
  remove(path: string): Promise<void>
  /** @param below what the paths begin with */
  list(below?: string): AsyncIterable<{ path: string; size: number }>
  /** What the paths of objects begin with before their first slash. */
  folders(): AsyncIterable<string>
  close(): Promise<void>
}

/** Larger objects are sent in parts of this size, as a server takes no more than 5 GB at once. */
const PART_BYTES = 64 * 1_048_576
const ATTEMPTS = 3
const PAUSE_MS = 300
/** How long a server may take to begin an answer, and more for what it is sent: 50 kB a second at least. */
const ANSWER_MS = 30_000
const BYTES_PER_MS = 50

interface Request {
  query?: Record<string, string>
  body?: Blob
}

/**
 * Speaks S3, the language of object storages, with the server that the operator has named, which may be at any address.
 * What fails by the server or on the way to it is tried three times.
 * @throws (its methods) StorageError
 */
export function createS3(address: S3Address): S3 {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, sessionToken } = address
  const server = new URL(endpoint)
  const outbound = createOutbound({
    allow: [{ kind: 'host', host: hostOf(server), port: portOf(server) }],
    userAgent: 'Baton',
  })

  async function ask(method: string, path: string, { query = {}, body }: Request): Promise<Response> {
    const { headers, url } = await new AwsV4Signer({
      ...{ method, url: `${endpoint}/${bucket}${path && `/${path}`}?${new URLSearchParams(query)}`, service: 's3' },
      ...{ region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      headers: { 'x-amz-content-sha256': await sha256Of(body) },
    }).sign()
    headers.set('accept-encoding', 'identity') // unsigned, as there are proxies that change it
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), ANSWER_MS + (body?.size ?? 0) / BYTES_PER_MS)
    try {
      return await outbound.stream(url, { method, headers, body: body ?? null, signal: deadline.signal })
    } catch (error) {
      const reason = deadline.signal.aborted ? `${server.host} did not answer in time.` : (error as Error).message
      throw new StorageError(reason, { isPassing: true, cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** An answer that says yes, undefined if there is no such object. */
  async function send(method: string, path: string, request: Request = {}, attempt = 1): Promise<Response | undefined> {
    try {
      const answer = await ask(method, path, request)
      if (answer.ok) return answer
      const text = await answer.text().catch(() => '')
      if (isMissing(answer.status, text)) return undefined
      throw refusalIn(answer.status, text, server.host)
    } catch (error) {
      if (!(error instanceof StorageError) || !error.isPassing || attempt === ATTEMPTS) throw error
      await pause(PAUSE_MS * 4 ** (attempt - 1))
      return send(method, path, request, attempt + 1)
    }
  }

  /** The text of an answer, which is a refusal all the same if it says so: a server may have begun it too early. */
  async function told(method: string, path: string, request: Request): Promise<string> {
    const text = (await (await send(method, path, request))?.text()) ?? ''
    if (text.includes('<Error>')) throw refusalIn(500, text, server.host)
    return text
  }

  async function* pages(query: Record<string, string>) {
    for (let next: string | undefined = ''; next !== undefined; ) {
      const more: Record<string, string> = next ? { 'continuation-token': next } : {}
      const page = readListing(await told('GET', '', { query: { 'list-type': '2', ...query, ...more } }))
      yield page
      next = page.next
    }
  }

  async function putInParts(path: string, content: Blob): Promise<void> {
    const uploadId = fieldOf(await told('POST', path, { query: { uploads: '' } }), 'UploadId')
    const parts: string[] = []
    try {
      for (let start = 0; start < content.size; start += PART_BYTES) {
        const partNumber = String(parts.length + 1)
        const body = content.slice(start, start + PART_BYTES)
        const answer = await send('PUT', path, { query: { partNumber, uploadId }, body })
        await answer?.arrayBuffer()
        const tag = answer?.headers.get('etag') ?? ''
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${tag}</ETag></Part>`)
      }
      const body = new Blob([`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`])
      await told('POST', path, { query: { uploadId }, body })
    } catch (error) {
      await send('DELETE', path, { query: { uploadId } }).catch(() => {})
      throw error
    }
  }

  return {
    async put(path, content) {
      if (content.size > PART_BYTES) return putInParts(prefix + path, content)
      await told('PUT', prefix + path, { body: content })
    },
    async read(path) {
      const answer = await send('GET', prefix + path)
      const bytes = await answer?.arrayBuffer().catch((error: unknown) => {
        throw new StorageError(`${server.host} broke off its answer.`, { isPassing: true, cause: error })
      })
      return bytes && new Uint8Array(bytes)
    },
    async open(path) {
      const body = (await send('GET', prefix + path))?.body
      return body ? Readable.fromWeb(body as never) : undefined
    },
    async remove(path) {
      await (await send('DELETE', prefix + path))?.arrayBuffer()
    },
    async *list(below = '') {
      for await (const { objects } of pages({ prefix: prefix + below }))
        for (const { name, size } of objects) yield { path: name.slice(prefix.length), size }
    },
    async *folders() {
      for await (const { folders } of pages({ prefix, delimiter: '/' }))
        for (const name of folders) yield name.slice(prefix.length, -1)
    },
    close: () => outbound.close(),
  }
}

async function sha256Of(content: Blob | undefined): Promise<string> {
  const hash = createHash('sha256')
  if (content) for await (const part of content.stream() as unknown as AsyncIterable<Uint8Array>) hash.update(part)
  return hash.digest('hex')
}
