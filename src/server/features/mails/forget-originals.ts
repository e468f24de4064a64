import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies, Eraser } from '../../context.ts'
import { insertUpload } from '../sources/index.ts'
import { DAY_MS } from './surroundings.ts'

/** For how long the raw mails are kept. */
const KEPT_MS = 30 * DAY_MS
const AT_ONCE = 100

/** Gives up the files of a conversation's raw mails, which are swept up as ones that nobody claims. */
export const eraseOriginals: Eraser = async (tx, { id }) => {
  const mails = await tx
    .selectFrom('mails')
    .select('raw_key')
    .where('conversation_id', '=', id)
    .where('raw_key', 'is not', null)
    .execute()
  for (const { raw_key } of mails) await insertUpload(tx, raw_key!, 0)
}

/** Gives up the files of raw mails that are older than 30 days. What they said stays in their conversations. */
export function pruneOriginals(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const old = await tx
      .selectFrom('mails')
      .select(['id', 'raw_key'])
      .where('raw_key', 'is not', null)
      .where('created_at', '<', deps.now() - KEPT_MS)
      .where('done_at', 'is not', null)
      .orderBy('created_at')
      .limit(AT_ONCE)
      .execute()
    for (const { id, raw_key } of old) {
      await insertUpload(tx, raw_key!, 0)
      await tx.updateTable('mails').set({ raw_key: null }).where('id', '=', id).execute()
    }
    return old.length
  })
}
