interface Bounds {
  /** How many requests may be open at once in this process. */
  atOnce: number
  /** How many of them while the receiver answers slowly. */
  atOnceWhenSlow: number
  /** How many deliveries may wait for room. Further ones give their job slots back. */
  waiting: number
}

const ENDPOINT: Bounds = { atOnce: 4, atOnceWhenSlow: 1, waiting: 100 }
/** The bounds of all endpoints of an organization together. One slow endpoint says nothing about the others. */
const ORGANIZATION: Bounds = { atOnce: 500, atOnceWhenSlow: 500, waiting: 500 }

const SLOW_MS = 5_000
/** A delivery that would wait longer than this for room gives its job slot back and comes again later. */
const LONGEST_WAIT_MS = 1_000
const LONGEST_DELAY_MS = 5 * 60 * 1000
/** How long a request is taken to need before the first one has ended. */
const UNKNOWN_MS = 500
const COMPARTMENTS_KEPT = 10_000

/** The state of one endpoint, or of one organization. */
interface Compartment {
  bounds: Bounds
  /** The times at which the open requests began, the oldest first. */
  open: Set<{ since: number }>
  waiting: Set<Waiting>
  lastDurationMs: number
  /** Until when deliveries that were sent away have been given times to come back. */
  bookedUntil: number
}

interface Waiting {
  wanted: readonly Compartment[]
  begin: () => void
}

/** For which endpoint and organization a request is. */
export interface Receiver {
  endpointId: string
  organizationId: string
}

/** Either the permission to send, with a function to call at the end, or the advice to come back later. */
export type Admission = { end: () => void } | { comeBackInSeconds: number }

/**
 * Bounds the requests in flight for each endpoint and for each organization (the bulkhead pattern), so that receivers
 * that hang hold up nobody but themselves. A delivery that finds no room waits up to a second where that is likely to
 * be enough; otherwise it is sent away, each one to a later moment of the time that the receiver will need.
 */
export function createBulkheads(now: () => number = () => performance.now()) {
  const compartments = new Map<string, Compartment>()

  function compartment(id: string, bounds: Bounds): Compartment {
    const known = compartments.get(id)
    if (known) return known
    if (compartments.size >= COMPARTMENTS_KEPT) forgetIdle()
    const made = {
      bounds,
      open: new Set<never>(),
      waiting: new Set<never>(),
      lastDurationMs: UNKNOWN_MS,
      bookedUntil: 0,
    }
    compartments.set(id, made)
    return made
  }

  function forgetIdle(): void {
    for (const [id, { open, waiting }] of compartments) if (open.size + waiting.size === 0) compartments.delete(id)
  }

  /** How long a request takes: as long as the last one, or as the oldest open one has taken already. */
  function duration({ lastDurationMs, open }: Compartment): number {
    const [oldest] = open
    return Math.max(lastDurationMs, oldest ? now() - oldest.since : 0)
  }

  const limit = (each: Compartment) => (duration(each) < SLOW_MS ? each.bounds.atOnce : each.bounds.atOnceWhenSlow)

  const hasRoom = (each: Compartment) => each.open.size < limit(each)

  function isWorthWaitingFor(each: Compartment): boolean {
    const ahead = each.waiting.size
    if (hasRoom(each)) return true
    return ahead < each.bounds.waiting && ((ahead + 1) * duration(each)) / limit(each) <= LONGEST_WAIT_MS
  }

  function begin(wanted: readonly Compartment[]): Admission {
    const request = { since: now() }
    for (const each of wanted) each.open.add(request)
    return { end: () => end(wanted, request) }
  }

  function end(entered: readonly Compartment[], request: { since: number }): void {
    const crowded = entered.filter((each) => !hasRoom(each))
    for (const each of entered) {
      each.open.delete(request)
      each.lastDurationMs = now() - request.since
      if (each.lastDurationMs < SLOW_MS) each.bookedUntil = 0
    }
    for (const each of crowded)
      for (const next of each.waiting) {
        if (!hasRoom(each)) break
        if (next.wanted.every(hasRoom)) next.begin()
      }
  }

  function sendAway(wanted: readonly Compartment[]): Admission {
    for (const each of wanted)
      if (!hasRoom(each)) each.bookedUntil = Math.max(each.bookedUntil, now()) + duration(each) / limit(each)
    const until = Math.max(now(), ...wanted.map((each) => each.bookedUntil))
    return { comeBackInSeconds: Math.min(until - now(), LONGEST_DELAY_MS) / 1000 }
  }

  function wait(wanted: readonly Compartment[]): Promise<Admission> {
    return new Promise((resolve) => {
      const leaveWith = (admission: (wanted: readonly Compartment[]) => Admission) => () => {
        clearTimeout(timer)
        for (const each of wanted) each.waiting.delete(waiting)
        resolve(admission(wanted))
      }
      const timer = setTimeout(leaveWith(sendAway), LONGEST_WAIT_MS)
      const waiting = { wanted, begin: leaveWith(begin) }
      for (const each of wanted) each.waiting.add(waiting)
    })
  }

  return {
    /** Asks for permission to send to an endpoint. Waits for at most a second; then says when to ask again. */
    async enter({ endpointId, organizationId }: Receiver): Promise<Admission> {
      const wanted = [compartment(endpointId, ENDPOINT), compartment(organizationId, ORGANIZATION)]
      if (wanted.every(hasRoom)) return begin(wanted)
      return wanted.every(isWorthWaitingFor) ? await wait(wanted) : sendAway(wanted)
    },
  }
}
