import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'

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
