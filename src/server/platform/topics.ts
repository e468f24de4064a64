import type { Log } from './log.ts'

const MAX_PAYLOAD_BYTES = 7000 // PostgreSQL refuses 8,000, and the topic needs room too

type Listener = (payload: string | null) => void

export function createTopics(log: Log) {
  const listeners = new Map<string, Set<Listener>>()

  const call = (listener: Listener, payload: string | null) => {
    try {
      listener(payload)
    } catch (error) {
      log.error({ err: error }, 'A listener to notifications failed')
    }
  }

  return {
    /** @throws RangeError when a payload has more than 7,000 bytes, the limit on every platform */
    check(payload: string): void {
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
        throw new RangeError(`A notification carries at most ${MAX_PAYLOAD_BYTES} bytes`)
    },
    subscribe(topic: string, listener: Listener): () => void {
      const own: Listener = (payload) => listener(payload)
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(own))
      return () => {
        known.delete(own)
        if (known.size === 0 && listeners.get(topic) === known) listeners.delete(topic)
      }
    },
    deliver(topic: string, payload: string): void {
      for (const listener of [...(listeners.get(topic) ?? [])]) call(listener, payload)
    },
    /** Calls every listener with null, because notifications may have been missed. */
    missed(): void {
      for (const known of [...listeners.values()]) for (const listener of [...known]) call(listener, null)
    },
  }
}
