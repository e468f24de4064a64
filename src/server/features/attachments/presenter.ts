import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'

type Attachment = NonNullable<Data<'listThread'>['items'][number]['email']>['attachments'][number]

export const presentAttachment = (row: Row<'attachments'>): Attachment => ({
  ...{ id: row.id, name: row.name, type: row.type, size: row.size },
  is_inline: row.is_inline === 1,
  is_risky: row.is_risky === 1,
})
