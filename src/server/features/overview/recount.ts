import type { Dependencies } from '../../context.ts'
import { recountCitations } from '../../db/citation-days.ts'
import { lockName } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { lockAnyConversation } from '../conversations/index.ts'
import { countAnew } from '../facts/index.ts'
import { selectOrganizationIds } from '../organizations/index.ts'
import { selectAgentIdsEver, selectAllHours, selectConversationsAfter, selectPlace, writePlace } from './queries.ts'
import { updateSums } from './sum-hours.ts'

const CONVERSATIONS_AT_ONCE = 20

/** How many of each differed from what was stored. */
export interface Recounted {
  conversations: number
  hours: number
  /** Differing citation counts, each of one source on one day. */
  citations: number
}

/**
 * Counts again the conversations and citations that an organization's overview adds up, and corrects the stored numbers
 * that differ. Erased conversations can't be counted again, so they stay as they were counted.
 */
export async function recount(deps: Dependencies, organizationId: string): Promise<Recounted> {
  const { database } = deps
  await updateSums(deps, organizationId)
  const before = await hoursOf(deps, organizationId)
  let conversations = 0
  for (let after = ''; ; ) {
    const some = await selectConversationsAfter(database.read, organizationId, after, CONVERSATIONS_AT_ONCE)
    if (some.length === 0) break
    for (const { id } of some) {
      if (await database.transaction((tx) => countAnewById(tx, id))) conversations += 1
    }
    after = some.at(-1)!.id
  }
  await database.transaction(async (tx) => {
    await lockName(tx, `overview ${organizationId}`)
    const place = await selectPlace(tx, organizationId)
    if (place) await writePlace(tx, { ...place, summed_to: 0 })
  })
  await updateSums(deps, organizationId)
  const after = await hoursOf(deps, organizationId)
  const hours = [...after].filter(([key, row]) => before.get(key) !== row).length
  let citations = 0
  for (const id of await selectAgentIdsEver(database.read, organizationId))
    citations += await recountCitations(database, id)
  return { conversations, hours, citations }
}

/** Locks a conversation, also a deleted one, and counts it again. @returns whether its facts differed */
async function countAnewById(tx: Tx, id: string): Promise<boolean> {
  const conversation = await lockAnyConversation(tx, id)
  return conversation ? countAnew(tx, conversation) : false
}

/** Counts all organizations anew. */
export async function recountAll(deps: Dependencies): Promise<Recounted> {
  const all: Recounted = { conversations: 0, hours: 0, citations: 0 }
  for (const id of await selectOrganizationIds(deps.database.read)) {
    const one = await recount(deps, id)
    for (const name of Object.keys(all) as (keyof Recounted)[]) all[name] += one[name]
  }
  return all
}

/** The stored sums by scope, hour and channel, each row as a text for comparison. */
async function hoursOf({ database }: Dependencies, organizationId: string): Promise<Map<string, string>> {
  const rows = await selectAllHours(database.read, organizationId)
  return new Map(
    rows.map(({ due_at: _later, ...row }) => [`${row.scope_id} ${row.hour} ${row.origin}`, JSON.stringify(row)]),
  )
}
