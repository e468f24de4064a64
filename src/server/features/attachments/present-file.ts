import type { z } from 'zod'
import type { AttachedFile, teamFile } from '#contract/message-files.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectFilesOf } from './upload-queries.ts'

export const presentFile = ({ id, name, type, size, width, height }: Row<'attachments'>): AttachedFile => ({
  ...{ id, name, type, size },
  ...(width !== null && height !== null && { width, height }),
})

export const presentTeamFile = (row: Row<'attachments'>): z.infer<typeof teamFile> => ({
  ...presentFile(row),
  is_risky: row.is_risky === 1,
})

/** Files to be shown beside their messages, without those that a mail's HTML shows, by message. */
export async function filesByMessage(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, Row<'attachments'>[]>> {
  return Map.groupBy(await selectFilesOf(db, messageIds), ({ message_id }) => message_id!)
}
