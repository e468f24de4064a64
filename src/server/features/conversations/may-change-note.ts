import { isAtLeast, type Role } from '#contract/roles.ts'
import type { Row } from '../../db/rows.ts'

type Note = Pick<Row<'thread_entries'>, 'author_type' | 'author_id'>

/** Only the author may edit a note, as anybody else would put words into their mouth. */
export const mayEditNote = ({ author_type, author_id }: Note, userId: string): boolean =>
  author_type === 'member' && author_id === userId

export const mayDeleteNote = (note: Note, { userId, role }: { userId: string; role: Role | null }): boolean =>
  mayEditNote(note, userId) || (role !== null && isAtLeast(role, 'admin'))
