/** What every call takes as its last argument. */
export interface RequestOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Milliseconds that each attempt may take, and in a stream each pause; 30,000 when omitted. */
  timeout?: number | undefined
  /** How often a call is repeated after 429, 502, 503, 504 and broken connections; 3 when omitted. */
  retries?: number | undefined
  /** Of a POST: sent again with the same key, it happens once. A random one when omitted. */
  idempotencyKey?: string | undefined
}

/** Where the server is, and with which key it is asked. */
export interface BatonSettings {
  /** With or without `/v1` at its end. */
  baseUrl: string
  apiKey: string
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch | undefined
}
