interface Bounds {
  atOnce: number
  /** Maximum number of concurrent requests while the receiver answers slowly. */
  atOnceWhenSlow: number
  /** Maximum number of deliveries that wait for a request to end. Further ones give their job slots back at once. */
  waiting: number
  /** The request in flight whose age serves as an estimate of how long the next one will take. */
  judgedBy: 'oldest' | 'newest'
}

const ENDPOINT: Bounds = { atOnce: 4, atOnceWhenSlow: 1, waiting: 100, judgedBy: 'oldest' }
/**
 * The limits of all endpoints of an organization together. One slow endpoint says nothing about the others, so slow
 * answers do not lower the limit, and the newest request is judged instead of one that hangs.
 */
const ORGANIZATION: Bounds = { atOnce: 500, atOnceWhenSlow: 500, waiting: 1_000, judgedBy: 'newest' }

const SLOW_MS = 5_000
/** A delivery that would have to wait for more milliseconds than this gives its job slot back and comes again later. */
const LONGEST_WAIT_MS = 1_000
const LONGEST_DELAY_MS = 5 * 60 * 1000
/** Assumed duration of a request in milliseconds until the first one has ended. */
const UNKNOWN_MS = 500
const COMPARTMENTS_KEPT = 10_000

interface Compartment {
  bounds: Bounds
  /** The start times of the requests in flight, the oldest first. */
  open: Set<{ since: number }>
  waiting: Set<Waiting>
  lastDurationMs: number
  newestSince: number
  /** The time up to which postponed deliveries have been given times to come back. */
  bookedUntil: number
}

interface Waiting {
  wanted: readonly Compartment[]
  begin: () => void
}

export interface Receiver {
  endpointId: string
  organizationId: string
}

/** Either the permission to send, with a function to call at the end, or when to ask again. */
export type Admission = { end: () => void } | { comeBackInSeconds: number }

/**
 * Limits the concurrent requests to each endpoint and of each organization (the bulkhead pattern), so that hanging
 * receivers delay only their own deliveries. One above the limit waits up to a second if a request is likely to end;
 * otherwise it is postponed, spread over the time that the receiver will need.
 */
export function createBulkheads(now: () => number = () => performance.now()) {
  const compartments = new Map<string, Compartment>()

  function compartment(id: string, bounds: Bounds): Compartment {
    const known = compartments.get(id)
    if (known) return known
    const made = {
      bounds,
      open: new Set<never>(),
      waiting: new Set<never>(),
      lastDurationMs: UNKNOWN_MS,
      newestSince: 0,
      bookedUntil: 0,
    }
    compartments.set(id, made)
    return made
  }

  function forgetIdle(): void {
    for (const [id, { open, waiting }] of compartments) if (open.size + waiting.size === 0) compartments.delete(id)
  }

  /** The expected milliseconds of a request: those of the last one, or of the judged one in flight if longer. */
  function duration({ bounds, lastDurationMs, open, newestSince }: Compartment): number {
    const [oldest] = open
    if (!oldest) return lastDurationMs
    return Math.max(lastDurationMs, now() - (bounds.judgedBy === 'oldest' ? oldest.since : newestSince))
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
    for (const each of wanted) {
      each.open.add(request)
      each.newestSince = request.since
    }
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
    /** Asks for permission to send to an endpoint. If there is none within a second, tells when to ask again. */
    async enter({ endpointId, organizationId }: Receiver): Promise<Admission> {
      if (compartments.size >= COMPARTMENTS_KEPT) forgetIdle()
      const wanted = [compartment(endpointId, ENDPOINT), compartment(organizationId, ORGANIZATION)]
      if (wanted.every(hasRoom)) return begin(wanted)
      return wanted.every(isWorthWaitingFor) ? await wait(wanted) : sendAway(wanted)
    },
  }
}
