import type { Dependencies } from '../../context.ts'
import { lockName } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { columns, noSums } from './columns.ts'
import { alignmentOf, HOUR_MS, hourOf } from './hours.ts'
import {
  deleteHours,
  deleteStaleHours,
  type Place,
  selectAgentsHour,
  selectCounted,
  selectDueHour,
  selectNextStart,
  selectPlace,
  selectStaleHour,
  selectZone,
  writeHour,
  writePlace,
} from './queries.ts'
import { addStored, type ReplyTimes } from './reply-times.ts'
import { sumUp } from './sum.ts'

/**
 * Brings an organization's sums up to date, and tells its dashboards if there was anything to do. Several processes may
 * do so at once.
 * @returns whether there was anything to do
 */
export async function updateSums(deps: Dependencies, organizationId: string): Promise<boolean> {
  let hasChanged = false
  while (await sumMore(deps, organizationId)) hasChanged = true
  if (hasChanged) await tellOfSums(deps, organizationId)
  return hasChanged
}

export const tellOfSums = (deps: Dependencies, organizationId: string): Promise<void> =>
  deps.database.transaction((tx) => emit(deps, tx, organizationId, { type: 'rollup.updated' }))

/**
 * Does a small part of the work that an organization's sums need.
 * @returns whether more may be left to do
 */
export const sumMore = (deps: Dependencies, organizationId: string): Promise<boolean> =>
  deps.database.transaction((tx) => step(deps, tx, organizationId))

async function step(deps: Dependencies, tx: Tx, organizationId: string): Promise<boolean> {
  await lockName(tx, `overview ${organizationId}`) // so that older facts never overwrite a sum of newer ones
  const zone = await selectZone(tx, organizationId)
  if (zone === undefined) return false
  const now = deps.now()
  const alignment = alignmentOf(zone)
  const place = await selectPlace(tx, organizationId)
  if (place?.alignment !== alignment) {
    // In a new time zone, hours may begin at other minutes. Then all sums are made again.
    await deleteHours(tx, organizationId)
    await writePlace(tx, { organization_id: organizationId, summed_to: 0, alignment })
    return true
  }
  const stale = await selectStaleHour(tx, organizationId)
  if (stale) {
    await sumAgentsHour(tx, stale, hourOf(stale.started_at, alignment), now)
    return true
  }
  const due = await selectDueHour(tx, organizationId, now)
  if (due) {
    const { scope_id: agent_id, origin } = due
    await sumAgentsHour(tx, { organization_id: organizationId, agent_id, origin }, due.hour, now)
    return true
  }
  if (place.summed_to === null) return false
  const next = await selectNextStart(tx, organizationId, place.summed_to)
  const hour = next === undefined ? undefined : hourOf(next, alignment)
  if (hour !== undefined) await sumHour(tx, organizationId, hour, now)
  await writePlace(tx, { ...place, summed_to: hour === undefined ? null : hour + HOUR_MS })
  return true
}

/** Sums an hour of an agent in a channel again, and then that hour of the organization in that channel. */
async function sumAgentsHour(tx: Tx, place: Place, hour: number, now: number): Promise<void> {
  await deleteStaleHours(tx, place, hour, hour + HOUR_MS)
  const rows = await selectCounted(tx, { agent: place.agent_id }, place.origin, { from: hour, to: hour + HOUR_MS })
  const { sums, replyTimes, dueAt } = sumUp(rows, now)
  const { organization_id, agent_id, origin } = place
  const row = { organization_id, origin, hour }
  await writeHour(tx, { ...row, scope_id: agent_id, ...sums, reply_times: textOf(replyTimes), due_at: dueAt })
  const all = noSums()
  const allTimes: ReplyTimes = {}
  for (const agent of await selectAgentsHour(tx, place, hour)) {
    for (const column of columns) all[column] += agent[column]
    addStored(allTimes, agent.reply_times ?? '{}')
  }
  await writeHour(tx, { ...row, scope_id: organization_id, ...all, reply_times: textOf(allTimes), due_at: null })
}

const textOf = (times: ReplyTimes): string | null => (Object.keys(times).length === 0 ? null : JSON.stringify(times))

/** Sums an hour of all of an organization's agents and channels anew. */
async function sumHour(tx: Tx, organizationId: string, hour: number, now: number): Promise<void> {
  const rows = await selectCounted(tx, { organization: organizationId }, undefined, { from: hour, to: hour + HOUR_MS })
  const places = new Map(rows.map((row) => [`${row.agent_id} ${row.origin}`, row]))
  for (const place of places.values()) await sumAgentsHour(tx, place, hour, now)
}
