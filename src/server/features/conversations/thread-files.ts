import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { filesByMessage, presentTeamFile } from '../attachments/index.ts'

type Item = Data<'listThread'>['items'][number]

/** Adds to messages the files that were sent with them, but for those of mails. */
export async function withFiles(
  db: Db,
  { origin }: Pick<Row<'conversations'>, 'origin'>,
  items: Item[],
): Promise<Item[]> {
  const ids = origin === 'public_api' ? [] : items.flatMap(({ id, message }) => (message ? [id] : []))
  const files = await filesByMessage(db, ids)
  return items.map((item) => {
    const found = files.get(item.id)?.filter(({ mail_id }) => mail_id === null)
    return item.message && found
      ? { ...item, message: { ...item.message, attachments: found.map(presentTeamFile) } }
      : item
  })
}
