import type { AnswerDecision, CheckExpectation } from '#contract/enums.ts'
import type { Row } from '../../db/rows.ts'
import { saysFact } from './facts.ts'

/**
 * What a check asks of a reply. `facts` is JSON: a list of wordings for each fact, of which the reply must contain one.
 * `cites` is the source that it must cite; null: any or none.
 */
type Expected = Pick<Row<'checks'>, 'expects' | 'facts' | 'cites'>

/** What an agent replied. */
interface Given {
  decision: AnswerDecision
  reply: string
  citations: readonly { source_id: string }[]
}

/** Why a reply is not what was expected; a check passes without any. */
interface Problems {
  /** Whether it answered, refused or handed over although something else was expected. */
  decision: boolean
  /** The facts it does not say. */
  facts: string[][]
  /** Whether the reply lacks a citation of the source that it must cite. */
  cites: boolean
}

/** What fulfils each expectation. An agent that does not know claims nothing, whether or not it fetches a person. */
const DECISIONS: Record<CheckExpectation, readonly AnswerDecision[]> = {
  answers: ['answered'],
  refuses: ['unknown', 'handed_over'],
  hands_over: ['handed_over'],
}

/** Compares a reply with what a check expects. */
export function judge({ expects, facts, cites }: Expected, { decision, reply, citations }: Given) {
  const wordings = JSON.parse(facts) as string[][]
  const problems: Problems = {
    decision: !DECISIONS[expects].includes(decision),
    facts: wordings.filter((alternatives) => !alternatives.some((fact) => saysFact(reply, fact))),
    cites: cites !== null && !citations.some(({ source_id }) => source_id === cites),
  }
  const isFailed = problems.decision || problems.cites || problems.facts.length > 0
  return { verdict: isFailed ? ('failed' as const) : ('passed' as const), problems }
}
