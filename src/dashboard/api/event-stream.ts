import type { StreamEvent } from '#contract/events.ts'

// milliseconds until reconnecting after the server refused the stream; a broken one is reconnected by the browser
const RECONNECT_MS = 5_000

interface StreamListener {
  onEvent: (event: StreamEvent) => void
  onConnected: (connected: boolean) => void
  /** Called when events may have been missed that the server will not send again. */
  onGap: () => void
  /** Called when the stream lacks the events before `at` (milliseconds since 1970), for want of a known one. */
  onBeginning: (at: number) => void
}

/** Follows a stream until the returned function is called; without `after`, an event's id, only from now on. */
type Follow = (url: URL, after: string | undefined, listener: StreamListener) => () => void

const readStream: Follow = (url, after, { onEvent, onConnected, onGap, onBeginning }) => {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let refused = false
  let isFirst = true
  let isOver = false

  const receive = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data) as StreamEvent)
  const connect = () => {
    source = new EventSource(after === undefined ? url : `${url}?after=${after}`)
    source.onmessage = receive
    // The server no longer stores the events that followed the last one received.
    source.addEventListener('reset', onGap)
    source.onopen = () => {
      onConnected(true)
      if (refused) onGap()
      else if (isFirst && after === undefined) onBeginning(Date.now())
      refused = false
      isFirst = false
    }
    source.onerror = () => {
      if (isOver) return // some implementations report a connection as broken when it is closed on purpose
      onConnected(false)
      if (source?.readyState !== EventSource.CLOSED) return
      refused = true
      retry = setTimeout(connect, RECONNECT_MS)
    }
  }

  connect()
  return () => {
    isOver = true
    clearTimeout(retry)
    source?.close()
    onConnected(false)
  }
}

type Told = { event: StreamEvent } | { connected: boolean } | 'gap' | 'joined'

/** One tab reads for all, then another takes over: over HTTP/1.1, browsers allow six connections per host. */
const shareStream: Follow = (url, after, listener) => {
  const joinedAt = Date.now()
  const channel = new BroadcastChannel(url.pathname)
  const leaving = new AbortController()
  let connected = false
  let leads = false
  let followed = false // whether another tab's stream was connected; its last events may be lost when that tab closes

  const hear = (told: Told) => {
    if (told === 'gap') listener.onGap()
    else if (told === 'joined') leads && channel.postMessage({ connected } satisfies Told)
    else if ('event' in told) listener.onEvent(told.event)
    else {
      connected = told.connected
      listener.onConnected(connected)
      if (!connected || leads || followed) return
      followed = true
      listener.onBeginning(joinedAt)
    }
  }
  const tell = (told: Told) => {
    hear(told)
    channel.postMessage(told)
  }
  const lead = () =>
    new Promise<void>((resolve) => {
      // The lock may be granted while this tab is closing; a stream opened then would never be closed.
      if (leaving.signal.aborted) return resolve()
      leads = true
      const stop = readStream(url, followed ? undefined : after, {
        onEvent: (event) => tell({ event }),
        onConnected: (now) => tell({ connected: now }),
        onGap: () => tell('gap'),
        onBeginning: (at) => !followed && listener.onBeginning(at),
      })
      if (followed) tell('gap')
      leaving.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })

  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data)
  channel.postMessage('joined' satisfies Told)
  // rejects when this tab stops following the stream while it waits for the lock
  navigator.locks.request(url.pathname, { signal: leaving.signal }, lead).catch(() => undefined)
  return () => {
    leaving.abort()
    channel.close()
    listener.onConnected(false)
  }
}

/** Plain HTTP pages, except those of localhost, lack the Web Locks API, so there every tab reads its own stream. */
export const followStream: Follow = (url, after, listener) =>
  navigator.locks ? shareStream(url, after, listener) : readStream(url, after, listener)
