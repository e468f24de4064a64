import { MailError } from '../../adapters/mail/errors.ts'
import { OutboundError } from '../../adapters/outbound/errors.ts'
import type { DatabaseState } from '../../platform/platform.ts'
import type { Config } from '../../settings/config.ts'

export interface Finding {
  name: string
  isOk: boolean
  detail: string
  /** What to do about it; only when something is wrong. */
  mend?: string
}

interface Patient {
  config: Config
  reach: string
  /** What the check of the database has found; undefined if it can't be read. */
  database: DatabaseState | undefined
}

export type Check = (patient: Patient) => Promise<Finding | Finding[]>

export const fine = (name: string, detail: string): Finding => ({ name, isOk: true, detail })
export const wrong = (name: string, detail: string, mend: string): Finding => ({ name, isOk: false, detail, mend })

/** The first lines of an error's messages and of its causes, without those that another message says already. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  const line = error.message.split('\n')[0]!.replace(/\.$/, '')
  const saysAll = error instanceof OutboundError || error instanceof MailError
  const cause = error.cause === undefined || saysAll ? '' : reasonOf(error.cause)
  return cause === '' || line.includes(cause) ? line : `${line} (${cause})`
}
