import { type StreamEvent, streamEventNames } from '#contract/events.ts'

const RECONNECT_MS = 5_000 // after the server refused the stream; a cut one the browser reconnects by itself

interface StreamListener {
  onEvent: (event: StreamEvent) => void
  onConnected: (connected: boolean) => void
  /** Events may have been missed that no replay will bring. */
  onGap: () => void
  /** It tells of nothing that happened before this time, in milliseconds. */
  onBeginning: (at: number) => void
}

/** @param after Where the events had come to; the stream goes on from there. Without it, it begins with what comes next. */
type Follow = (url: URL, after: string | undefined, listener: StreamListener) => () => void

/** Reads a stream of events until the returned function is called. */
const readStream: Follow = (url, after, { onEvent, onConnected, onGap, onBeginning }) => {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let refused = false
  let isFirst = true

  const receive = (message: MessageEvent<string>) => onEvent(JSON.parse(message.data) as StreamEvent)
  const connect = () => {
    source = new EventSource(after === undefined ? url : `${url}?after=${after}`)
    source.onmessage = receive
    for (const name of streamEventNames) source.addEventListener(name, receive)
    // The server no longer has what came after the last event this page saw.
    source.addEventListener('reset', onGap)
    source.onopen = () => {
      onConnected(true)
      if (refused) onGap()
      else if (isFirst && after === undefined) onBeginning(Date.now())
      refused = false
      isFirst = false
    }
    source.onerror = () => {
      onConnected(false)
      if (source?.readyState !== EventSource.CLOSED) return
      refused = true
      retry = setTimeout(connect, RECONNECT_MS)
    }
  }

  connect()
  return () => {
    clearTimeout(retry)
    source?.close()
    onConnected(false)
  }
}

type Told = { event: StreamEvent } | { connected: boolean } | 'gap' | 'joined'

/**
 * As `readStream`, but one of the browser's tabs reads for all of them, and another takes over when it is closed: a
 * browser allows six connections to a host over HTTP/1.1, and every stream holds one for as long as its tab is open.
 */
const shareStream: Follow = (url, after, listener) => {
  const joinedAt = Date.now()
  const channel = new BroadcastChannel(url.pathname)
  const leaving = new AbortController()
  let connected = false
  let leads = false
  let followed = false // another tab's stream, whose last events may be lost with it

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
      // The lock may be granted just as the tab leaves: nobody would be left to stop what starts now.
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
  navigator.locks.request(url.pathname, { signal: leaving.signal }, lead).catch(() => undefined) // closed while waiting
  return () => {
    leaving.abort()
    channel.close()
    listener.onConnected(false)
  }
}

/** Follows a stream of events. Locks are missing on plain http pages of other hosts: there every tab reads for itself. */
export const followStream: Follow = (url, after, listener) =>
  navigator.locks ? shareStream(url, after, listener) : readStream(url, after, listener)
