import { removeInPortions } from '../../concurrency/remove-in-portions.ts'
import type { Dependencies, Eraser } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { insertUpload } from '../sources/index.ts'
import { removeExpired, selectKeysOf } from './queries.ts'
import { deleteUnusedOf } from './upload-queries.ts'

const AT_ONCE = 100

/** Gives up the files of a conversation's messages, which are swept up as ones that nobody claims. */
export const eraseAttachments: Eraser = async (tx, { id }) => giveUp(tx, await selectKeysOf(tx, id))

/** Removes what was uploaded a day ago and no message has taken. */
export function pruneAttachments(deps: Dependencies): Promise<void> {
  return removeInPortions(deps, AT_ONCE, async (tx) => {
    const expired = await removeExpired(tx, deps.now(), AT_ONCE)
    await giveUp(tx, expired)
    return expired.length
  })
}

async function giveUp(tx: Tx, rows: readonly Pick<Row<'attachments'>, 'storage_key' | 'thumbnail_key'>[]) {
  for (const key of rows.flatMap(({ storage_key, thumbnail_key }) => [storage_key, thumbnail_key]))
    if (key !== null) await insertUpload(tx, key, 0)
}

/** Removes what visitors have uploaded and not sent, before the visitors themselves are deleted. */
export async function forgetUnusedOf(tx: Tx, visitorIds: readonly string[]): Promise<void> {
  await giveUp(tx, await deleteUnusedOf(tx, visitorIds))
}
