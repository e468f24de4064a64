import type { Row, RowChanges } from '../../db/rows.ts'
import { changeRows, insertsOf, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insertAll: insertChecks } = insertsOf('impact_checks')
export const { insertAll: insertAnswers } = insertsOf('impact_answers')
export const {
  select: selectImpact,
  lock: selectImpactToChange,
  insert: insertImpact,
  change: changeImpact,
} = rowsOf('impacts')

/** Deletes up to `limit` impacts made before a time, with their answers and checks. @returns how many it deleted */
export async function deleteImpactsBefore(tx: Tx, time: number, limit: number): Promise<number> {
  const oldest = tx.selectFrom('impacts').select('id').where('created_at', '<', time).orderBy('created_at').limit(limit)
  const { numDeletedRows } = await tx.deleteFrom('impacts').where('id', 'in', oldest).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How many answers and checks there are to ask about, and how many of them have an outcome. */
export async function countAsked(db: Db, impactId: string): Promise<{ total: number; asked: number }> {
  const count = (table: 'impact_answers' | 'impact_checks', known: 'verdict' | 'outcome') =>
    db
      .selectFrom(table)
      .select(({ fn }) => [fn.countAll().as('total'), fn.count(known as never).as('asked')])
      .where('impact_id', '=', impactId)
      .executeTakeFirstOrThrow()
  const both = [await count('impact_answers', 'verdict'), await count('impact_checks', 'outcome')]
  const sum = (name: 'total' | 'asked') => both.reduce((all, row) => all + Number(row[name]), 0)
  return { total: sum('total'), asked: sum('asked') }
}

/** Up to `limit` answers that have no verdict yet, with what is stored of each. */
export async function selectAnswersLeft(db: Db, impactId: string, limit: number) {
  return db
    .selectFrom('impact_answers')
    .leftJoin('messages', 'messages.id', 'impact_answers.message_id')
    .leftJoin('receipts', 'receipts.message_id', 'impact_answers.message_id')
    .leftJoin('conversations', 'conversations.id', 'impact_answers.conversation_id')
    .select(['impact_answers.position', 'impact_answers.message_id', 'impact_answers.conversation_id'])
    .select(['messages.position as place', 'messages.content', 'receipts.decision', 'receipts.citations'])
    .select(['conversations.deleted_at'])
    .where('impact_answers.impact_id', '=', impactId)
    .where('impact_answers.verdict', 'is', null)
    .orderBy('impact_answers.position')
    .limit(limit)
    .execute()
}

export type AnswerLeft = Awaited<ReturnType<typeof selectAnswersLeft>>[number]

export async function changeAnswer(
  tx: Tx,
  impactId: string,
  position: number,
  changes: RowChanges<'impact_answers'>,
): Promise<void> {
  await changeRows(tx, 'impact_answers', { impact_id: impactId, position }, changes)
}

/** The answers with the words of their questions, except those whose question is gone or conversation is deleted. */
export function selectAnswers(db: Db, impactId: string) {
  return db
    .selectFrom('impact_answers')
    .innerJoin('conversations', 'conversations.id', 'impact_answers.conversation_id')
    .innerJoin('messages', 'messages.id', 'impact_answers.question_id')
    .selectAll('impact_answers')
    .select('messages.content as question')
    .where('impact_answers.impact_id', '=', impactId)
    .where('conversations.deleted_at', 'is', null)
    .orderBy('impact_answers.position')
    .execute()
}

const checksOf = (db: Db, impactId: string) =>
  db
    .selectFrom('impact_checks')
    .innerJoin('checks', 'checks.id', 'impact_checks.check_id')
    .selectAll('impact_checks')
    .select(['checks.question', 'checks.expects', 'checks.facts', 'checks.cites'])
    .where('impact_checks.impact_id', '=', impactId)
    .orderBy('impact_checks.check_id', 'desc')

export const selectImpactChecks = (db: Db, impactId: string) => checksOf(db, impactId).execute()

export const selectImpactChecksLeft = (db: Db, impactId: string, limit: number) =>
  checksOf(db, impactId).where('impact_checks.outcome', 'is', null).limit(limit).execute()

export async function changeImpactCheck(
  tx: Tx,
  { impact_id, check_id }: Pick<Row<'impact_checks'>, 'impact_id' | 'check_id'>,
  changes: RowChanges<'impact_checks'>,
): Promise<void> {
  await changeRows(tx, 'impact_checks', { impact_id, check_id }, changes)
}
