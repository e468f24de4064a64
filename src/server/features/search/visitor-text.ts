import type { Row } from '../../db/rows.ts'

/** What is known of a conversation's visitor, as one line of text. */
export const visitorText = (row: Row<'conversations'>): string =>
  [row.chat_user_name, row.chat_user_email, row.chat_user_id].filter(Boolean).join(' · ')
