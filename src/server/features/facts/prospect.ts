import type { Db } from '../../db/tables.ts'
import { isAnybodyAvailable, isOpen, whenOpen } from '../organizations/index.ts'
import { selectHours, selectMedianReply } from './queries.ts'

const MINUTE_MS = 60_000
const LATELY_MS = 7 * 24 * 60 * MINUTE_MS
/** From how many conversations on a usual time is told: fewer say little. */
const ENOUGH = 20

/** What somebody who waits for a person may expect. */
export interface Prospect {
  /** Whether anybody of the team is available, within its working hours. */
  isThere: boolean
  /** In how many minutes people usually answer; null if they are away, or if too little is known. */
  usualMinutes: number | null
  /** When the team's working hours begin again, in milliseconds since 1970; null within them. */
  backAt: number | null
  /** The time zone of the team. */
  zone: string
}

export async function prospectOf(db: Db, organizationId: string, now: number): Promise<Prospect> {
  const { hours, zone } = await selectHours(db, organizationId)
  const away = { isThere: false, usualMinutes: null, zone }
  if (!isOpen(hours, zone, now)) return { ...away, backAt: whenOpen(hours, zone, now) }
  if (!(await isAnybodyAvailable(db, organizationId))) return { ...away, backAt: null }
  const usual = await selectMedianReply(db, organizationId, now - LATELY_MS, ENOUGH)
  return { isThere: true, usualMinutes: usual === null ? null : roundedMinutes(usual), backAt: null, zone }
}

/** Minutes as somebody would say them: the longer, the rounder; at least one. */
export function roundedMinutes(ms: number): number {
  const minutes = ms / MINUTE_MS
  const step = minutes <= 10 ? 1 : minutes <= 60 ? 5 : 30
  return Math.max(1, Math.round(minutes / step) * step)
}
