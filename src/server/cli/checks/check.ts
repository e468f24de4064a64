import { OutboundError } from '../../adapters/outbound/errors.ts'
import type { Config } from '../../config.ts'

/** One line of the doctor's. */
export interface Finding {
  /** Two or three words. */
  name: string
  isOk: boolean
  /** What is there, or what is wrong. */
  detail: string
  /** What to do about it; only when something is wrong. */
  mend?: string
}

export interface Patient {
  config: Config
  /** A page of somebody else's that this server should be able to reach. */
  reach: string
}

export type Check = (patient: Patient) => Promise<Finding[]>

export const fine = (name: string, detail: string): Finding => ({ name, isOk: true, detail })
export const wrong = (name: string, detail: string, mend: string): Finding => ({ name, isOk: false, detail, mend })

/** What was thrown, and what lay beneath it, in one line without a full stop. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  const line = error.message.split('\n')[0]!.replace(/\.$/, '')
  const cause = error.cause === undefined || error instanceof OutboundError ? '' : reasonOf(error.cause)
  return cause === '' || line.includes(cause) ? line : `${line} (${cause})`
}
