import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { labelIdsOf } from './noted.ts'
import { deleteLabelled, insertLabelled, updateLabelled } from './queries.ts'

type Labelled = Pick<Row<'conversations'>, 'id' | 'label_ids' | 'status' | 'updated_at' | 'deleted_at'>

const NONE = '[]'

/** Keeps `conversation_labels` in step with a conversation. Costs nothing for one that has no labels. */
export async function writeLabels(tx: Tx, before: Labelled | null, after: Labelled): Promise<void> {
  const had = before?.label_ids ?? NONE
  if (had === NONE && after.label_ids === NONE) return
  const { id, status, updated_at, deleted_at } = after
  const earlier = labelIdsOf({ label_ids: had })
  const now = deleted_at === null ? labelIdsOf(after) : []
  const removed = earlier.filter((label) => !now.includes(label))
  const added = now.filter((label) => !earlier.includes(label))
  if (removed.length > 0) await deleteLabelled(tx, id, removed)
  if (before && (before.status !== status || before.updated_at !== updated_at) && now.length > added.length)
    await updateLabelled(tx, id, { status, updated_at })
  if (added.length > 0)
    await insertLabelled(
      tx,
      added.map((label_id) => ({ conversation_id: id, label_id, status, updated_at })),
    )
}
