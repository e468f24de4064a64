import type { ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import type { Json } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import type { Given } from './outcome.ts'
import type { AskedQuestion } from './queries.ts'

export function presentProof(
  proof: Row<'proofs'>,
  questions: readonly AskedQuestion[],
  isSourceThere: boolean,
): Data<'getProof'> {
  const { id, step, round, problem } = proof
  const asked = questions.filter(({ check_id }) => check_id === null)
  return {
    id,
    status: step === 'done' || step === 'failed' ? step : 'pending',
    source_id: isSourceThere ? proof.source_id : null,
    question:
      (asked.find(({ isWritten }) => isWritten) ?? asked.find(({ is_wanted }) => is_wanted === 1))?.question ?? '',
    undone: round === 1,
    problem,
    results: asked.map((row) => ({
      question: row.question,
      ...givenIn(row),
      verdict: row.outcome as ProofVerdict | null,
    })),
    checks: questions.flatMap((row) =>
      row.check_id === null
        ? []
        : [{ check_id: row.check_id, question: row.question, ...givenIn(row), change: changeIn(row) }],
    ),
    created_at: isoTime(proof.created_at),
  }
}

const givenIn = ({ before, after }: AskedQuestion) => ({ before: shown(before), after: shown(after) })

const changeIn = ({ outcome }: AskedQuestion) => (outcome === 'broke' || outcome === 'mended' ? outcome : null)

/** The parts of a stored reply that the API shows. */
function shown(stored: Json | null): Given | null {
  if (stored === null) return null
  const { reply, decision, citations } = JSON.parse(stored) as Given
  return { reply, decision, citations }
}
