import type { z } from 'zod'
import type { Data } from '#contract/index.ts'
import type { AttachedFile, teamFile } from '#contract/message-files.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectFilesOf } from './queries.ts'

export const presentFile = ({ id, name, type, size, width, height }: Row<'attachments'>): AttachedFile => ({
  ...{ id, name, type, size },
  ...(width !== null && height !== null && { width, height }),
})

export const presentTeamFile = (row: Row<'attachments'>): z.infer<typeof teamFile> => ({
  ...presentFile(row),
  is_risky: row.is_risky === 1,
})

/** Files to be shown beside their messages, without those that a mail's HTML shows, by message. */
export const filesByMessage = async (
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, Row<'attachments'>[]>> =>
  Map.groupBy(await selectFilesOf(db, messageIds), ({ message_id }) => message_id!)

type Upload = Data<'uploadAttachment'>
type Attachment = NonNullable<Data<'listThread'>['items'][number]['email']>['attachments'][number]

export const presentUpload = ({ id, name, type, size, is_risky }: Row<'attachments'>): Upload => ({
  ...{ id, name, type, size },
  is_risky: is_risky === 1,
})

export const presentAttachment = (row: Row<'attachments'>): Attachment => ({
  ...presentUpload(row),
  is_inline: row.is_inline === 1,
})
