import type { Data } from '#contract/index.ts'
import type { SavedReplyRow } from './queries.ts'

export function presentSavedReply(row: SavedReplyRow): Data<'createSavedReply'> {
  const { id, title, content, is_shared, user_id, user_name } = row
  return { id, title, content, is_shared: is_shared === 1, author: { user_id, name: user_name } }
}
