import type { Row } from '../../db/rows.ts'

/** Whether the visitor has written something that nobody has answered, whatever the AI has told them since. */
export const isLeftOpen = (row: Pick<Row<'conversations'>, 'last_message_role' | 'left_open_position'>): boolean =>
  row.last_message_role === 'visitor' || (row.last_message_role === 'assistant' && row.left_open_position !== null)
