import type { ClaimedJob } from './job-table.ts'

/** The share of the slots that jobs of one fairness key may hold at most. The others stay free for other keys. */
const MOST_OF_ONE_KEY = 3 / 4

/**
 * Takes jobs in rounds: every fairness key with waiting jobs is served once before any is served again. A key whose
 * running jobs hold their share of the slots waits, so that one customer's slow jobs don't occupy every slot.
 * @returns a function that takes the next job; it calls `take` with the keys that are to wait, which must return the
 * first waiting job of any other key, or undefined if there is none, which begins a new round
 */
export function createRoundRobin(slots: number) {
  const most = Math.max(1, Math.floor(slots * MOST_OF_ONE_KEY))
  const served = new Set<string>()
  return async function next(
    running: Iterable<ClaimedJob>,
    take: (waiting: string[]) => Promise<ClaimedJob | undefined>,
  ): Promise<ClaimedJob | undefined> {
    const full = keysWith(most, running)
    const waiting = new Set([...full, ...served])
    let job = await take([...waiting])
    if (!job && waiting.size > full.length) {
      served.clear()
      job = await take(full)
    }
    if (job?.waitingFor) served.add(job.waitingFor)
    return job
  }
}

export type RoundRobin = ReturnType<typeof createRoundRobin>

/** The fairness keys with at least so many jobs. */
function keysWith(count: number, jobs: Iterable<ClaimedJob>): string[] {
  const counts = new Map<string, number>()
  for (const { waitingFor } of jobs) if (waitingFor) counts.set(waitingFor, (counts.get(waitingFor) ?? 0) + 1)
  return [...counts].flatMap(([key, held]) => (held >= count ? key : []))
}
