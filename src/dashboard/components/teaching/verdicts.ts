import type { Data } from '#contract/index.ts'
import { counted } from '#dashboard/lib/sizes.ts'

export type Proof = Data<'getProof'>
export type ProofTone = 'success' | 'warning' | 'danger' | 'neutral'

export function summaryOf({ status, undone, problem, results, checks }: Proof): { words: string; tone: ProofTone } {
  const asked = [...results, ...checks]
  const done = asked.filter(({ after }) => after !== null).length
  if (status === 'failed')
    return { words: problem ?? 'The proof could not be made.', tone: undone ? 'warning' : 'danger' }
  if (status === 'pending') {
    const isBefore = done === 0 && asked.some(({ before }) => before === null)
    if (undone) return { words: `Taken back. Asking again: ${done} of ${asked.length}`, tone: 'neutral' }
    if (isBefore) return { words: 'Asking what it says today…', tone: 'neutral' }
    return { words: done === 0 ? 'Learning…' : `Asking again: ${done} of ${asked.length}`, tone: 'neutral' }
  }
  if (undone) return { words: 'Taken back. The agent replies as it does without it.', tone: 'neutral' }
  const broke = checks.filter(({ change }) => change === 'broke').length
  const proved = results.filter(({ verdict }) => verdict === 'proved').length
  if (results[0]?.verdict !== 'proved')
    return { words: 'Not proved: the agent does not answer with it.', tone: 'warning' }
  if (broke > 0)
    return {
      words: `It answers, but ${counted(broke, 'check')} ${broke === 1 ? 'fails' : 'fail'} now.`,
      tone: 'danger',
    }
  return { words: `Proved: ${counted(proved, 'question')} answered with it.`, tone: 'success' }
}
