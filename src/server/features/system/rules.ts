import { type AlarmRule, alarmRules } from '#contract/enums.ts'
import { BACKUP_DAYS } from '../../backup/folders.ts'
import { CERTIFICATE_DAYS } from '../../process/certificate.ts'
import type { Facts } from './facts.ts'

/** For so many minutes nothing of an alarm must be seen before it is over. */
export const ALARM_MINUTES = 15
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const GIGABYTE = 1_073_741_824
const DISK_BYTES = GIGABYTE
const JOB_MINUTES = 5
/** Fewer failures than these in 15 minutes are no alarm, as one of three requests would be. */
const ERRORS_LEAST = 5
const ERRORS_SHARE = 0.01

interface Rule {
  title: string
  /** What to do about it. */
  mend: string
  /** What is wrong in a sentence with its numbers; null if all is well. */
  look(facts: Facts): string | null
  /** The condition by which Prometheus alerts of it, over the metrics of all processes. */
  condition: string
}

const gigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`
const several = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`)

/** When something needs somebody, one source for the alarms inside and for Prometheus. */
export const rules: Record<AlarmRule, Rule> = {
  backup_old: {
    title: 'The last backup is older than two days',
    mend: 'Look for “backup” in the log: it says why none was made. Make one now with npm run backup.',
    look: ({ backup, now, startedAt }) => {
      if (!backup || now - (backup.at ?? startedAt) <= BACKUP_DAYS * DAY_MS) return null
      const last = backup.at === null ? 'There is no backup yet' : `The last backup is of ${dateOf(backup.at)}`
      return `${last}.${backup.error === null ? '' : ` The last attempt failed: ${backup.error}`}`
    },
    condition: `time() - baton_backup_timestamp_seconds > ${BACKUP_DAYS} * 86400`,
  },
  disk_low: {
    title: 'The disk is nearly full',
    mend: 'Make room on the disk of DATA_DIR, or move it to a larger one.',
    look: ({ disk }) =>
      disk.free < DISK_BYTES ? `Only ${gigabytes(disk.free)} of ${gigabytes(disk.size)} are free.` : null,
    condition: `baton_disk_free_bytes < ${DISK_BYTES}`,
  },
  jobs_late: {
    title: 'Jobs wait for longer than five minutes',
    mend: 'Check that a process with ROLE=all or worker runs and has processor time; start more on PostgreSQL.',
    look: ({ queue }) => {
      const late = queue.filter(({ seconds }) => seconds > JOB_MINUTES * 60)
      const [oldest] = late.toSorted((a, b) => b.seconds - a.seconds)
      if (!oldest) return null
      const count = late.reduce((sum, job) => sum + job.count, 0)
      return `${several(count, 'job is', 'jobs are')} late; the oldest, ${oldest.name}, by ${Math.round(oldest.seconds / 60)} minutes.`
    },
    condition: `max(baton_queue_age_seconds) > ${JOB_MINUTES * 60}`,
  },
  model_failing: {
    title: 'A model of a provider fails',
    mend: 'Run npm run doctor: it says what the provider says. Until it is mended the built-in model stands in.',
    look: ({ modelsFailing }) =>
      modelsFailing.length === 0 ? null : `${modelsFailing.join(', ')} failed three times in a row or more.`,
    condition:
      'increase(baton_provider_failures_total{model!="own"}[15m]) >= 3 and increase(baton_provider_failures_total[15m]) >= on(model) increase(baton_provider_request_duration_seconds_count[15m])',
  },
  mailbox_failing: {
    title: 'A mailbox can’t send or fetch mail',
    mend: 'Settings → Mailboxes says why, and what to enter anew.',
    look: ({ mailboxesFailing: count }) =>
      count === 0 ? null : `${several(count, 'mailbox', 'mailboxes')} can’t send or fetch mail.`,
    condition: 'max(baton_mailboxes_failing) > 0',
  },
  webhook_off: {
    title: 'A webhook is switched off',
    mend: 'Its receiver is gone or failed for five days: mend it, and send a test from Developers → Webhooks.',
    look: ({ webhooksOff: count }) =>
      count === 0 ? null : `${several(count, 'webhook is', 'webhooks are')} switched off, as what they call fails.`,
    condition: 'max(baton_webhooks_switched_off) > 0',
  },
  certificate_ending: {
    title: 'The certificate of PUBLIC_URL ends soon',
    mend: 'Renew it at the proxy in front; look why that did not happen by itself.',
    look: ({ certificateEndsAt: end, now }) => {
      if (end === null || end - now > CERTIFICATE_DAYS * DAY_MS) return null
      return `It ${end < now ? 'ended' : 'ends'} on ${dateOf(end)}.`
    },
    condition: `min(baton_certificate_expiry_timestamp_seconds) - time() < ${CERTIFICATE_DAYS} * 86400`,
  },
  errors_many: {
    title: 'More than 1 % of requests fail',
    mend: 'Look for lines with “unexpected error” in the log, and run npm run doctor.',
    look: ({ requests: { answered, failed } }) =>
      failed < ERRORS_LEAST || failed / answered <= ERRORS_SHARE
        ? null
        : `${failed} of ${answered} requests in 15 minutes were answered with a status of 500 or above.`,
    condition: `sum(increase(baton_http_requests_total{status="5xx"}[15m])) >= ${ERRORS_LEAST} and sum(increase(baton_http_requests_total{status="5xx"}[15m])) / sum(increase(baton_http_requests_total[15m])) > ${ERRORS_SHARE}`,
  },
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC')

export interface Trouble {
  rule: AlarmRule
  detail: string
}

/** What needs somebody, in the order of the rules. */
export function troublesIn(facts: Facts): Trouble[] {
  return alarmRules.flatMap((rule) => {
    const detail = rules[rule].look(facts)
    return detail === null ? [] : [{ rule, detail }]
  })
}

/** The rules as Prometheus reads them (`deploy/alerts.yaml`). */
export function alertsYaml(): string {
  const text = (value: string) => JSON.stringify(value)
  const entries = alarmRules.map((name) => {
    const { title, mend, condition } = rules[name]
    return [
      `      - alert: Baton${name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      `        expr: ${text(condition)}`,
      '        for: 1m',
      `        keep_firing_for: ${ALARM_MINUTES}m`,
      '        annotations:',
      `          summary: ${text(title)}`,
      `          description: ${text(mend)}`,
    ].join('\n')
  })
  return `groups:\n  - name: baton\n    rules:\n${entries.join('\n')}\n`
}
