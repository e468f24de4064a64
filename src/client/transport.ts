import { BatonError, errorOf } from './baton-error.ts'
import type { BatonSettings, RequestOptions } from './options.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 3
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
const LONGEST_RETRY_AFTER_MS = 65_000 // limits are by the minute
const REPEATED = [429, 502, 503, 504]
const UNCERTAIN = [0, 502, 504] // the server may have done what it was asked to

export interface Sent {
  method: string
  /** Below `/v1`. */
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
  headers?: Record<string, string>
}

export interface Answered {
  status: number
  headers: Headers
  /** The JSON of the answer; undefined where it has no content. */
  body: unknown
}

export type Transport = ReturnType<typeof createTransport>

/** Makes the two ways of asking the server, both with bounded repetition: for an answer at once, and for a stream. */
export function createTransport({ baseUrl, apiKey, fetch = globalThis.fetch }: BatonSettings) {
  // In JavaScript, a variable of the environment that is not set comes as undefined.
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be an address that begins with https:// or http://.')
  if (!apiKey || !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be an API key.')
  const base = `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`

  async function repeat<T>(
    sent: Sent,
    options: RequestOptions,
    take: (response: Response, watch: Watch) => Promise<T>,
  ): Promise<T> {
    const init = { ...toInit(sent, options, apiKey), method: sent.method }
    let mayBeDone = false
    for (let attempt = 0; ; attempt += 1) {
      options.signal?.throwIfAborted()
      const watch = watchOf(options)
      const ended: Ended<T> = await attemptOnce(watch).catch((cause) => {
        options.signal?.throwIfAborted()
        return { error: cause instanceof BatonError ? cause : watch.failure(cause), retryAfter: null }
      })
      if ('value' in ended) return ended.value
      const { error, retryAfter } = ended
      const pause = pauseAfter(error, attempt, retryAfter)
      if (pause === undefined || attempt >= (options.retries ?? RETRIES)) throw error
      mayBeDone ||= UNCERTAIN.includes(error.status)
      await sleep(pause, options.signal)
    }

    async function attemptOnce(watch: Watch): Promise<Ended<T>> {
      let isTaken = false
      try {
        const response = await fetch(urlOf(base, sent), { ...init, signal: watch.signal })
        // What a first attempt may have deleted, whose answer was lost, is gone when it is sent again.
        const isGone = mayBeDone && sent.method === 'DELETE' && response.status === 404
        if (response.ok || response.status === 304 || isGone) {
          isTaken = true
          return { value: await take(response, watch) }
        }
        const error = errorOf(response.status, response.headers, parse(await response.text()))
        return { error, retryAfter: response.headers.get('retry-after') }
      } finally {
        if (!isTaken) watch.end()
      }
    }
  }

  return {
    /** Sends a request. @throws BatonError for any answer but success or 304, and where none comes */
    send: (sent: Sent, options: RequestOptions = {}): Promise<Answered> =>
      repeat(sent, options, async (response, watch) => {
        try {
          const { status, headers } = response
          const text = await response.text()
          const body = parse(text)
          if (text !== '' && body === undefined) throw errorOf(status, headers, undefined)
          return { status, headers, body }
        } finally {
          watch.end()
        }
      }),

    /** Sends a request that is answered by events. The stream fails when it pauses for longer than `timeout`. */
    open: (sent: Sent, options: RequestOptions = {}): Promise<AsyncGenerator<{ type: string; data: unknown }>> => {
      const headers = { ...sent.headers, accept: 'text/event-stream' }
      return repeat({ ...sent, headers }, options, async (response, watch) => readEvents(response, watch, options))
    },
  }
}

function urlOf(base: string, { path, query = {} }: Sent): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`
}

function toInit({ method, body, headers }: Sent, { idempotencyKey }: RequestOptions, apiKey: string) {
  const isForm = body instanceof FormData
  return {
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How long to wait before the same again; undefined if that would be of no use. */
function pauseAfter({ status, code }: BatonError, attempt: number, retryAfter: string | null): number | undefined {
  if (status !== 0 && !REPEATED.includes(status) && code !== 'idempotency_in_progress') return undefined
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
  if (!retryAfter) return backoff
  const asked = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return asked > LONGEST_RETRY_AFTER_MS ? undefined : Math.max(asked || 0, backoff)
}

/** Waits. @throws the signal's reason as soon as it is aborted */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const end = () => {
      clearTimeout(timer)
      fail(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      done()
    }, milliseconds)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}

type Ended<T> = { value: T } | { error: BatonError; retryAfter: string | null }

type Watch = ReturnType<typeof watchOf>

/** A signal that is aborted by the caller's, or when nothing was heard for as long as a call may take. */
function watchOf({ signal, timeout = TIMEOUT_MS }: RequestOptions) {
  const controller = new AbortController()
  let isLate = false
  const late = () => {
    isLate = true
    controller.abort()
  }
  const stop = () => controller.abort(signal!.reason)
  let timer = setTimeout(late, timeout)
  signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    listens() {
      clearTimeout(timer)
      timer = setTimeout(late, timeout)
    },
    heard: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
    failure: (cause: unknown) =>
      isLate
        ? new BatonError({ status: 0, code: 'timeout', message: `No answer within ${timeout} ms.`, cause })
        : new BatonError({ status: 0, code: 'connection_failed', message: 'The connection failed.', cause }),
  }
}

/** Reads Server-Sent Events whose data is JSON. @throws BatonError when the connection breaks or falls silent */
async function* readEvents(response: Response, watch: Watch, { signal }: RequestOptions) {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      watch.listens() // the time that whoever reads takes for an event is not the server's
      const { done, value } = await reader.read().catch((cause) => {
        signal?.throwIfAborted()
        throw watch.failure(cause)
      })
      watch.heard()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const [, type, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? []
        if (type && data) yield { type, data: JSON.parse(data) as unknown }
      }
    }
  } finally {
    watch.end()
    await reader.cancel().catch(() => undefined)
  }
}
