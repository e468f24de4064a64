import type { OpenMetricsContentType, Registry } from 'prom-client'
import { measures } from '../process/measures.ts'

const FAST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const SLOW = [0.5, 1, 2, 5, 10, 20, 30, 60]

/**
 * Counters and histograms of what this process does. No label has a value that grows with customers: requests are
 * counted by the class of their status for each operation, and by the exact status for all together.
 * @returns a function that ends the counting
 */
export async function createMeters(registry: Registry<OpenMetricsContentType>): Promise<() => void> {
  const { Counter, Gauge, Histogram } = (await import('prom-client')).default
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `baton_${name}_total`, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name: `baton_${name}_seconds`, help, buckets, labelNames, registers })

  const requests = counter('http_requests', 'Requests answered', ['operation', 'status'])
  const answers = counter('http_responses', 'Requests answered, by exact status', ['status'])
  const latency = histogram('http_request_duration', 'Seconds until the last byte, streams left out', FAST, ['kind'])
  const streams = new Gauge({
    name: 'baton_streams_open',
    help: 'Event streams that are open',
    labelNames: ['operation'],
    registers,
  })
  const jobs = counter('jobs', 'Runs of jobs, by how they ended', ['job', 'outcome'])
  const jobTime = histogram('job_duration', 'Seconds that a run of a job took', SLOW)
  const replies = counter('replies', 'Replies made', ['decision', 'model'])
  const modelTime = histogram('provider_request_duration', 'Seconds until a reply of a provider', SLOW, ['model'])
  const modelFailures = counter('provider_failures', 'Replies that a provider failed to make', ['model'])
  const retrieval = histogram('retrieval_duration', 'Seconds of a search in what an agent knows', FAST)
  const webhooks = counter('webhook_attempts', 'Attempts to deliver to webhooks', ['outcome'])
  const mails = counter('mails', 'Attempts to hand a mail over, for each recipient', ['outcome'])

  const ends = [
    measures.request.listen(({ operation, status, seconds, isStream }) => {
      requests.inc({ operation, status: `${Math.floor(status / 100)}xx` })
      answers.inc({ status })
      if (!isStream)
        latency.observe({ kind: operation === 'file' || operation === 'unknown' ? operation : 'api' }, seconds)
    }),
    measures.stream.listen(({ operation, change }) => streams.inc({ operation }, change)),
    measures.job.listen(({ name, outcome, seconds }) => {
      jobs.inc({ job: name, outcome })
      jobTime.observe(seconds)
    }),
    measures.reply.listen(({ decision, model }) => replies.inc({ decision, model })),
    measures.model.listen(({ model, isFailed, seconds }) => {
      if (isFailed) modelFailures.inc({ model })
      modelTime.observe({ model }, seconds)
    }),
    measures.retrieval.listen(({ seconds }) => retrieval.observe(seconds)),
    measures.webhook.listen(({ isDelivered }) => webhooks.inc({ outcome: isDelivered ? 'delivered' : 'failed' })),
    measures.mail.listen(({ outcome }) => mails.inc({ outcome })),
  ]
  return () => {
    for (const end of ends) end()
  }
}
