import type { Row } from '../../db/rows.ts'

/** The visitor's name, e-mail address and id, as far as they are known: one line of text for the search index. */
export const visitorText = (row: Row<'conversations'>): string =>
  [row.chat_user_name, row.chat_user_email, row.chat_user_id].filter(Boolean).join(' · ')
