interface Waiting {
  waitingFor: string | null
}

/**
 * Round-robin between those for whom jobs wait: nobody has a second job taken before all others who wait have had one.
 *
 * @returns takes the next job. `take` is asked for the first in line that waits for none of the given, and says undefined
 *   where there is none: then a new round begins.
 */
export function createTurns() {
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

export type Turns = ReturnType<typeof createTurns>
