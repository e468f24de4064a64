interface Waiting {
  /** The job's fairness key: for whom it runs. */
  waitingFor: string | null
}

/**
 * Takes jobs in round-robin order of their fairness keys: no key has a second job taken before every other key that has
 * one waiting was served once in this round.
 *
 * @returns a function that takes the next job. It calls `take` with the keys served in this round, and `take` gives the
 *   first waiting job of any other key, or undefined where there is none: then a new round begins.
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
