import { BatonError } from './baton-error.ts'
import type { CrawlTask, Operations, TrainingJob } from './operations.ts'
import type { RequestOptions } from './options.ts'
import { sleep } from './transport.ts'

const LONGEST_MS = 600_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 3_000

export interface WaitOptions<Job> extends Omit<RequestOptions, 'idempotencyKey'> {
  /** Milliseconds after which waiting ends with `timeout`, while the job goes on; 600,000 when omitted. */
  longest?: number | undefined
  /** Called with each state of the job that was read. */
  onProgress?: ((job: Job) => void) | undefined
}

/** Makes the functions that wait for a job's end. They reject with a BatonError `job_failed` if it fails. */
export function waitingFor({ trainingJobs, crawls }: Pick<Operations, 'trainingJobs' | 'crawls'>) {
  return {
    /** Waits until an agent has learnt a source. @param task the source's `task_id` */
    training: (agent: string, task: string, options: WaitOptions<TrainingJob> = {}) =>
      untilEnded((each) => trainingJobs.get(agent, task, each), options),
    /** Waits until the pages of a website are found. @param task the crawl's `task_id` */
    crawl: (organization: string, task: string, options: WaitOptions<CrawlTask> = {}) =>
      untilEnded((each) => crawls.get(organization, task, each), options),
  }
}

async function untilEnded<Job extends { status: string; error?: string | null | undefined }>(
  look: (options: RequestOptions) => Promise<Job>,
  { longest = LONGEST_MS, onProgress, ...options }: WaitOptions<Job>,
): Promise<Job> {
  const end = Date.now() + longest
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const job = await look(options)
    onProgress?.(job)
    if (job.status === 'completed') return job
    if (job.status === 'failed')
      throw new BatonError({ status: 0, code: 'job_failed', message: job.error ?? 'The job has failed.' })
    if (Date.now() + pause > end)
      throw new BatonError({ status: 0, code: 'timeout', message: `The job has not ended within ${longest} ms.` })
    await sleep(pause, options.signal)
  }
}
