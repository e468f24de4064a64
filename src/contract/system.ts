import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { alarmRules } from './enums.ts'
import { timestamp } from './fields.ts'

/** Something that needs somebody, with what to do about it. */
const trouble = z.object({ rule: z.enum(alarmRules), title: z.string(), detail: z.string(), mend: z.string() })

export const systemState = z.object({
  version: z.string(),
  /** What the version brings, from the changelog that it is shipped with, as plain text; null without one. */
  news: z
    .object({ title: z.string(), parts: z.array(z.object({ title: z.string(), items: z.array(z.string()) })) })
    .nullable(),
  /** Of the process that answers. */
  started_at: timestamp,
  /** When all of this was looked at. */
  at: timestamp,
  troubles: z.array(trouble),
  /** What `npm run doctor` finds, of the checks that send nothing to others. */
  findings: z.array(
    z.object({ name: z.string(), is_ok: z.boolean(), detail: z.string(), mend: z.string().nullable() }),
  ),
  database: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: z.int() }),
  storage: z.object({ files: z.int(), bytes: z.int(), disk_free_bytes: z.int(), disk_bytes: z.int() }),
  /** Jobs that are due, and for how long the oldest is; those that failed for good in the last week. */
  queue: z.object({ waiting: z.int(), oldest_seconds: z.int(), failed: z.int() }),
  /** Null where none are made by themselves. */
  backups: z
    .object({
      folder: z.string(),
      newest_at: timestamp.nullable(),
      kept: z.int(),
      next_at: timestamp,
      is_encrypted: z.boolean(),
      /** Why the last attempt to make one, or to see which there are, failed; null if it did not. */
      error: z.string().nullable(),
    })
    .nullable(),
  mail: z.object({ is_set_up: z.boolean(), mailboxes: z.int(), mailboxes_failing: z.int() }),
  /** Of the process that answers, in bytes. */
  memory: z.object({ resident: z.int(), heap: z.int(), external: z.int() }),
  /** Requests to this process in the last 15 minutes, and those answered with a status of 500 or above. */
  requests: z.object({ answered: z.int(), failed: z.int() }),
})

export const systemEndpoints = defineEndpoints({
  getSystem: {
    summary: 'The state of the installation, for owners of its first organization',
    data: systemState,
    errors: ['forbidden'],
  },
})
