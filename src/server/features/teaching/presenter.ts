import type { ProofVerdict } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import { formatPosition } from '../conversations/index.ts'
import { givenIn } from '../evaluation/index.ts'
import type { AskedQuestion, StillWaiting } from './queries.ts'

export function presentProof(
  proof: Row<'proofs'>,
  found: { questions: readonly AskedQuestion[]; waiting: readonly StillWaiting[]; isSourceThere: boolean },
): Data<'getProof'> {
  const { questions, waiting, isSourceThere } = found
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
      ...bothIn(row),
      verdict: row.outcome as ProofVerdict | null,
    })),
    checks: questions.flatMap((row) =>
      row.check_id === null
        ? []
        : [{ check_id: row.check_id, question: row.question, ...bothIn(row), change: changeIn(row) }],
    ),
    waiting: waiting.map(({ id, message_count, entry_count }) => ({
      conversation_id: id,
      position: formatPosition({ message: message_count, number: entry_count }),
    })),
    created_at: isoTime(proof.created_at),
  }
}

const bothIn = ({ before, after }: AskedQuestion) => ({ before: givenIn(before), after: givenIn(after) })

const changeIn = ({ outcome }: AskedQuestion) => (outcome === 'broke' || outcome === 'mended' ? outcome : null)
