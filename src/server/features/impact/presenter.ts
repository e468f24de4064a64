import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { isoTimeOrNull } from '../../db/time.ts'
import { givenIn } from '../evaluation/index.ts'
import { countAsked, selectAnswers, selectImpactChecks } from './queries.ts'

/** An impact. Its outcomes are shown only once all are known. */
export async function presentImpact(db: Db, impact: Row<'impacts'>): Promise<Data<'getImpact'>> {
  const { step } = impact
  const isDone = step === 'done'
  return {
    id: impact.id,
    status: step === 'done' || step === 'failed' ? step : 'pending',
    answers_90_days: impact.answers,
    conversations_90_days: impact.conversations,
    last_cited_at: isoTimeOrNull(impact.last_cited_at),
    ...(await countAsked(db, impact.id)),
    becomes: isDone ? (await selectAnswers(db, impact.id)).map(presentAnswer) : [],
    checks: isDone ? (await selectImpactChecks(db, impact.id)).map(presentCheck) : [],
  }
}

const presentAnswer = (row: Row<'impact_answers'> & { question: string }) => ({
  ...{ message_id: row.message_id, conversation_id: row.conversation_id, question: row.question },
  ...{ before: givenIn(row.before), after: givenIn(row.after), verdict: row.verdict ?? ('unknown' as const) },
})

const presentCheck = ({ outcome, ...row }: Row<'impact_checks'> & { question: string }) => ({
  ...{ check_id: row.check_id, question: row.question, before: givenIn(row.before), after: givenIn(row.after) },
  change: outcome === 'same' ? null : outcome,
})
