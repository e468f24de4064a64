/**
 * Which words a line of the search index has: those of a message, of a private note, of the visitor's name, e-mail
 * address and id, or what mails of the conversation say beside their words: subjects, who takes part, names of files.
 */
export type LineKind = 'message' | 'note' | 'visitor' | 'mail'

interface SearchLines {
  /**
   * Grows with the time of the message or note, or of the conversation for the other lines. On SQLite no two lines have
   * the same number.
   */
  number: number
  organization_id: string
  conversation_id: string
  kind: LineKind
  /** The position of the message; for a note, that of the message before it; for the other lines, 0. */
  message: number
  /** A note's number among the thread entries after that message; otherwise 0. */
  entry: number
  /** The words as the database's full-text search takes them (`wordsFor` in features/search-index). */
  words: string
}

/** What the search finds. */
export interface SearchTables {
  search_lines: SearchLines
}
