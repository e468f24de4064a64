interface Waiting {
  /** The fairness key: the customer the job runs for. */
  waitingFor: string | null
}

/**
 * Makes a function that takes jobs in round-robin order of their fairness keys: in each round, every key with waiting
 * jobs is served once before any is served again.
 *
 * @returns a function that takes the next job. It calls `take` with the keys served in this round; `take` must return
 * the first waiting job of any other key, or undefined if there is none, which begins a new round.
 */
export function createRoundRobin() {
  const served = new Set<string>()
  return async function next<Job extends Waiting>(
    take: (served: string[]) => Promise<Job | undefined>,
  ): Promise<Job | undefined> {
    let job = await take([...served])
    if (!job && served.size > 0) {
      served.clear()
      job = await take([])
    }
    if (job?.waitingFor) served.add(job.waitingFor)
    return job
  }
}

export type RoundRobin = ReturnType<typeof createRoundRobin>
