/** Requests one receiver may have open at once in this process; one that was slow gets a single one. */
const AT_ONCE = 4
const SLOW_MS = 5_000
/** A delivery that would wait longer than this for its turn leaves its job slot to others. */
const LONGEST_WAIT_MS = 1_000
const LONGEST_DELAY_MS = 5 * 60 * 1000
/** What a receiver is taken to need until it has answered once. */
const UNKNOWN_MS = 500
const RECEIVERS_KEPT = 10_000

interface Receiver {
  /** When each open request began. */
  open: Set<{ since: number }>
  waiting: (() => void)[]
  lastDurationMs: number
  /** Until when those sent away have been given a time. */
  bookedUntil: number
}

/** Either a turn, to be ended, or the advice to come back later. */
export type Turn = { end: () => void } | { comeBackInSeconds: number }

/**
 * Hands out turns at receivers, so that a slow one holds up nobody but itself: however much waits for it, it takes a
 * few job slots. The fast ones may have a queue, which moves on within a second; of a slow one, what can't go now is
 * sent away and spread over the time it will need.
 */
export function createReceiverTurns(now: () => number = () => performance.now()) {
  const receivers = new Map<string, Receiver>()

  function receiverOf(id: string): Receiver {
    const known = receivers.get(id)
    if (known) return known
    if (receivers.size >= RECEIVERS_KEPT) forgetIdle()
    const receiver = { open: new Set<{ since: number }>(), waiting: [], lastDurationMs: UNKNOWN_MS, bookedUntil: 0 }
    receivers.set(id, receiver)
    return receiver
  }

  function forgetIdle(): void {
    for (const [id, { open, waiting }] of receivers) if (open.size + waiting.length === 0) receivers.delete(id)
  }

  /** What a request takes: as long as the last one, or as the oldest open one already does. */
  function duration({ lastDurationMs, open }: Receiver): number {
    const [oldest] = open
    return Math.max(lastDurationMs, oldest ? now() - oldest.since : 0)
  }

  function begin(receiver: Receiver): Turn {
    const request = { since: now() }
    receiver.open.add(request)
    return {
      end() {
        receiver.open.delete(request)
        receiver.lastDurationMs = now() - request.since
        if (receiver.lastDurationMs < SLOW_MS) receiver.bookedUntil = 0
        if (receiver.open.size < atOnce(receiver)) receiver.waiting.shift()?.()
      },
    }
  }

  const atOnce = (receiver: Receiver) => (duration(receiver) < SLOW_MS ? AT_ONCE : 1)

  function sendAway(receiver: Receiver): Turn {
    const each = duration(receiver) / atOnce(receiver)
    receiver.bookedUntil = Math.max(receiver.bookedUntil, now()) + each
    return { comeBackInSeconds: Math.min(receiver.bookedUntil - now(), LONGEST_DELAY_MS) / 1000 }
  }

  return {
    /** A turn at a receiver, after at most a second, or when to ask again. */
    async take(id: string): Promise<Turn> {
      const receiver = receiverOf(id)
      const limit = atOnce(receiver)
      if (receiver.open.size < limit) return begin(receiver)
      if (((receiver.waiting.length + 1) * duration(receiver)) / limit > LONGEST_WAIT_MS) return sendAway(receiver)
      return await new Promise<Turn>((resolve) => {
        const timer = setTimeout(() => {
          receiver.waiting = receiver.waiting.filter((waiting) => waiting !== called)
          resolve(sendAway(receiver))
        }, LONGEST_WAIT_MS)
        const called = () => {
          clearTimeout(timer)
          resolve(begin(receiver))
        }
        receiver.waiting.push(called)
      })
    },
  }
}
