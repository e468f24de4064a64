import { basePaths, type Route } from '#contract/route.ts'
import { type AnswerHead, ApiError, toApiError, unreachable } from './api-error.ts'
import { serverReached } from './server-reached.ts'
import type { CallOptions, ListPage } from './types.ts'
import type { Exchange } from './upload.ts'

/** Input of any operation, without the types of a particular one. */
export interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: object | string
}

const KEPT_ALIVE_CHARACTERS = 16_000 // at most 3 bytes each in UTF-8, so within the 64 KiB that `keepalive` allows

interface Envelope {
  data: unknown
  links?: ListPage<unknown>['links']
  meta: ListPage<unknown>['meta'] & { request_id?: string }
}

export interface RawAnswer {
  head: AnswerHead
  text: string
}

/** @throws ApiError if no server answers, or a stream breaks off or ends in an error; the signal's reason if aborted */
export async function send(route: Route, exchange: Exchange, options: CallOptions): Promise<RawAnswer> {
  const { onProgress, onEvent } = options
  return onProgress
    ? (await import('./upload.ts')).upload(exchange, onProgress)
    : fetchText(exchange, route.streams ? (await import('./read-events.ts')).readEvents(onEvent) : readWhole)
}

const readWhole = (response: Response) => response.text()

async function fetchText({ url, ...init }: Exchange, readText: typeof readWhole): Promise<RawAnswer> {
  try {
    // `no-cache` makes the browser send the ETag of its stored answer, so that an unchanged answer is not sent again.
    const response = await fetch(url, {
      ...init,
      body: init.body ?? null,
      cache: 'no-cache',
      signal: init.signal ?? null,
      keepalive: init.keepalive ?? false,
    })
    serverReached.set(true)
    const header = (name: string) => response.headers.get(name)
    return { head: { status: response.status, header }, text: await readText(response) }
  } catch (error) {
    if (init.signal?.aborted || error instanceof ApiError) throw error
    serverReached.set(false)
    throw unreachable()
  }
}

/** @throws ApiError when the answer is an error or not JSON */
export function read({ head, text }: RawAnswer): unknown {
  if (head.status >= 400) throw toApiError(head, text)
  if (head.status === 204) return undefined
  try {
    const { data, links, meta } = JSON.parse(text) as Envelope
    if (!links) return data
    const { request_id: _, ...page } = meta
    return { data, links, meta: page }
  } catch {
    throw toApiError(head, '')
  }
}

export function toExchange(route: Route, { params, query, body }: LooseInput, options: CallOptions): Exchange {
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value))
  const url = basePaths[route.api] + path + (search.size > 0 ? `?${search}` : '')
  const form =
    typeof body === 'object' && Object.values(body).some((value) => value instanceof Blob)
      ? toFormData(body)
      : undefined
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body && !form) headers['content-type'] = route.receives ?? 'application/json'
  if (options.idempotencyKey && route.method === 'POST') headers['idempotency-key'] = options.idempotencyKey
  const json = body && !form ? JSON.stringify(body) : undefined
  const text = typeof body === 'string' ? body : json
  const keepalive = options.outlivesPage && text !== undefined && text.length <= KEPT_ALIVE_CHARACTERS
  return { method: route.method, url, headers, body: form ?? text, signal: options.signal, keepalive }
}

function toFormData(body: object): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (value instanceof Blob) form.append(key, value)
    else form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}
