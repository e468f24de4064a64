import { hasRowLocks } from '../../db/dialect.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { changeLine, insertLines, removeLines, selectHighestNumber, selectMailText, wordsFor } from './queries.ts'
import { wordsOf } from './words.ts'

const NUMBERS_A_MILLISECOND = 1_024

/** What a transaction is about to store of a conversation. */
interface Change {
  before: Row<'conversations'> | null
  after: Row<'conversations'>
  added: readonly Row<'messages'>[]
  entries: readonly Row<'thread_entries'>[]
}

type Line = Pick<NewRow<'search_lines'>, 'kind' | 'message' | 'entry'> & { text: string }

/**
 * Brings the search index in step with a change of a conversation, except for the lines to be added.
 * @returns these lines
 */
export async function keepLines(tx: Tx, change: Change): Promise<NewRow<'search_lines'>[]> {
  const { before, after } = change
  if (after.deleted_at !== null) {
    await removeLines(tx, after.id)
    return []
  }
  const visitor: Line = { kind: 'visitor', message: 0, entry: 0, text: visitorText(after) }
  if (before && visitorText(before) !== visitor.text)
    await changeLine(tx, after.id, visitor, wordsIn(tx, after.organization_id, visitor.text))
  const lines: Line[] = [
    ...(before ? [] : [visitor]),
    ...change.added.map(
      ({ position, content }): Line => ({
        ...{ kind: 'message', message: position, entry: 0 },
        text: content,
      }),
    ),
    ...change.entries.filter(({ type }) => type === 'note').map(ofNote),
  ]
  if (lines.length === 0) return []
  const { created_at } = [...change.added, ...change.entries].at(-1) ?? after
  const first = await freeNumber(tx, created_at)
  return lines.map(({ text, ...place }, index) => ({
    ...place,
    number: first + index,
    organization_id: after.organization_id,
    conversation_id: after.id,
    words: wordsIn(tx, after.organization_id, text),
  }))
}

/** Brings the search index in step with a note that was changed or deleted. */
export async function keepNoteLine(tx: Tx, organizationId: string, note: Row<'thread_entries'>): Promise<void> {
  const line = ofNote(note)
  if (note.type === 'note') await changeLine(tx, note.conversation_id, line, wordsIn(tx, organizationId, line.text))
  else await removeLines(tx, note.conversation_id, line)
}

/**
 * Brings the search index in step with what mails of a conversation say beside their words. Call it whenever a mail, the
 * subject or who takes part is stored.
 */
export async function keepMailLine(
  tx: Tx,
  { id, organization_id, created_at }: Pick<Row<'conversations'>, 'id' | 'organization_id' | 'created_at'>,
): Promise<void> {
  const place = { kind: 'mail', message: 0, entry: 0 } as const
  const words = wordsIn(tx, organization_id, await selectMailText(tx, id))
  if (await changeLine(tx, id, place, words)) return
  await insertLines(tx, [
    { ...place, number: await earlierNumber(tx, created_at), organization_id, conversation_id: id, words },
  ])
}

const ofNote = ({ after_message, number, content }: Row<'thread_entries'>): Line => ({
  ...{ kind: 'note', message: after_message, entry: number },
  text: content ?? '',
})

/** The visitor's name, e-mail address and id, as far as they are known: one line of text for the search. */
export const visitorText = (row: Row<'conversations'>): string =>
  [row.chat_user_name, row.chat_user_email, row.chat_user_id].filter(Boolean).join(' · ')

const wordsIn = (tx: Tx, organizationId: string, text: string): string =>
  wordsFor(
    tx,
    organizationId,
    wordsOf(text).map(({ word }) => word),
  )

/**
 * A number for the first line of that moment. On SQLite, where one transaction writes at a time, it is higher than all
 * numbers there are. On PostgreSQL lines of one millisecond seldom get the same number.
 */
async function freeNumber(tx: Tx, at: number): Promise<number> {
  const first = numberOf(at)
  if (hasRowLocks(tx)) return first + Math.floor((Math.random() * NUMBERS_A_MILLISECOND) / 2)
  return Math.max(first, (await selectHighestNumber(tx)) + 1)
}

/** A number for a line of a moment that may be long ago, after those of the same moment. */
async function earlierNumber(tx: Tx, at: number): Promise<number> {
  if (hasRowLocks(tx)) return freeNumber(tx, at)
  const number = Math.max(numberOf(at), (await selectHighestNumber(tx, numberOf(at + 1))) + 1)
  return number < numberOf(at + 1) ? number : freeNumber(tx, at)
}

/** The lowest number a line of that moment can have. */
export const numberOf = (milliseconds: number): number => Math.max(milliseconds, 0) * NUMBERS_A_MILLISECOND
