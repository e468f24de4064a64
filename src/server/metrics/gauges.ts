import type { OpenMetricsContentType, Registry } from 'prom-client'
import type { Dependencies } from '../context.ts'
import { gatherFacts } from '../features/system/index.ts'
import { version } from '../process/version.ts'

/**
 * Makes gauges of the state of the installation.
 * @returns a function that looks at the state, to be called before the metrics are read
 */
export async function createGauges(
  registry: Registry<OpenMetricsContentType>,
  deps: Dependencies,
): Promise<() => Promise<void>> {
  const { Gauge } = (await import('prom-client')).default
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `baton_${name}`, help, labelNames, registers: [registry] })

  /** A gauge that does not exist until it is first set, as 0 would be a time or date long past. */
  const onceKnown = (name: string, help: string) => {
    let made: InstanceType<typeof Gauge> | undefined
    return (value: number) => {
      made ??= gauge(name, help)
      made.set(value)
    }
  }

  gauge('info', 'The version that runs', ['version']).set({ version }, 1)
  const waiting = gauge('queue_jobs', 'Jobs that are due and wait', ['job'])
  const age = gauge('queue_age_seconds', 'For how long the oldest of them has been due', ['job'])
  const connections = gauge('database_connections', 'Connections of this process to PostgreSQL', ['state'])
  const free = gauge('disk_free_bytes', 'Room on the disk of the data folder')
  const total = gauge('disk_size_bytes', 'Size of that disk')
  const backup = onceKnown(
    'backup_timestamp_seconds',
    'When the newest backup in BACKUP_DIR was made; the start of the process if there is none',
  )
  const mailboxes = gauge('mailboxes_failing', 'Mailboxes that cannot send')
  const webhooks = gauge('webhooks_switched_off', 'Webhook endpoints that were switched off as they failed')
  const certificate = onceKnown('certificate_expiry_timestamp_seconds', 'When the certificate of PUBLIC_URL ends')
  const up = gauge('up', 'Whether the database answers')
  return async () => {
    waiting.reset()
    age.reset()
    const facts = await gatherFacts(deps).catch(() => undefined)
    up.set(facts ? 1 : 0)
    for (const [state, count] of Object.entries(deps.database.connections?.() ?? {})) connections.set({ state }, count)
    if (!facts) return
    for (const { name, count, seconds } of facts.queue) {
      waiting.set({ job: name }, count)
      age.set({ job: name }, seconds)
    }
    free.set(facts.disk.free)
    total.set(facts.disk.size)
    if (facts.backup) backup((facts.backup.at ?? facts.startedAt) / 1_000)
    mailboxes.set(facts.mailboxesFailing)
    webhooks.set(facts.webhooksOff)
    if (facts.certificateEndsAt !== null) certificate(facts.certificateEndsAt / 1_000)
  }
}
