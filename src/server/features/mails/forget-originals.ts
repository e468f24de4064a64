import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies, Eraser } from '../../context.ts'
import { insertUpload } from '../sources/index.ts'
import { changeMail, removeMail, selectOldOriginals, selectOriginals } from './queries.ts'
import { DAY_MS } from './surroundings.ts'

/** For how long the raw mails are kept. */
const KEPT_MS = 30 * DAY_MS
const AT_ONCE = 100

/** Gives up the files of a conversation's raw mails, which are swept up as ones that nobody claims. */
export const eraseOriginals: Eraser = async (tx, { id }) => {
  const mails = await selectOriginals(tx, id)
  for (const { raw_key } of mails) await insertUpload(tx, raw_key!, 0)
}

/**
 * Gives up the files of raw mails that are older than 30 days. What they said stays in their conversations; those that
 * belong to none, as reports and our own mails, are forgotten, but for the keys by which they would be known again.
 */
export function pruneOriginals(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const old = await selectOldOriginals(tx, deps.now() - KEPT_MS, AT_ONCE)
    for (const { id, raw_key, conversation_id } of old) {
      await insertUpload(tx, raw_key!, 0)
      if (conversation_id === null) await removeMail(tx, id)
      else await changeMail(tx, id, { raw_key: null })
    }
    return old.length
  })
}
