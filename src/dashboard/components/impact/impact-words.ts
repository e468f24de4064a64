import type { ImpactVerdict } from '#contract/enums.ts'
import type { Data, Input } from '#contract/index.ts'
import { counted } from '#dashboard/lib/sizes.ts'

export type Impact = Data<'getImpact'>
export type ImpactChange = Input<'createImpact'>['body']
export type Becomes = Impact['becomes'][number]

const order: Record<ImpactVerdict, number> = { changed: 0, unknown: 1, same: 2 }

/** Answers that would change, then those unknown, then the others; in each part as they come: the latest first. */
export const inOrder = (becomes: readonly Becomes[]): Becomes[] =>
  becomes.toSorted((one, other) => order[one.verdict] - order[other.verdict])

const answers = (given: Becomes['before']) => given?.decision === 'answered'

export function becomesWords({ before, after, verdict }: Becomes): string {
  if (verdict === 'same') return 'Same'
  if (verdict === 'unknown') return 'Can’t be told'
  if (after === null) return 'Nothing left to cite'
  if (answers(before) && !answers(after)) return 'Not answered'
  return !answers(before) && answers(after) ? 'Answered' : 'Different'
}

export function concernedWords(change: ImpactChange, { answers_90_days: count, conversations_90_days: of }: Impact) {
  const isCited = change.without !== undefined
  const which = isCited && change.without!.length > 1 ? 'them' : 'it'
  if (count === 0) return isCited ? `No answer of the last 90 days cites ${which}.` : 'It gave no answer in 90 days.'
  const found = `${counted(count, 'answer')} of the last 90 days`
  const where = count === 1 ? '' : `, in ${counted(of, 'conversation')}`
  if (!isCited) return `${found}${where}.`
  return `${found} ${count === 1 ? 'cites' : 'cite'} ${which}${where}.`
}

export function summaryWords({ answers_90_days, becomes }: Impact): string[] {
  if (becomes.length === 0) return []
  const number = (is: (one: Becomes) => boolean) => becomes.filter(is).length
  const changed = number(({ verdict }) => verdict === 'changed')
  const unknown = number(({ verdict }) => verdict === 'unknown')
  const lost = number(({ before, after }) => answers(before) && after !== null && !answers(after))
  const won = number(({ before, after }) => !answers(before) && answers(after))
  const all = becomes.length.toLocaleString()
  const of = becomes.length < answers_90_days ? `the latest ${all}` : all
  return [
    changed === 0 && unknown === 0
      ? `${becomes.length === 1 ? 'It' : 'All of them'} would stay the same.`
      : `${changed.toLocaleString()} of ${of} would be different.`,
    lost > 0 && `${lost.toLocaleString()} would go unanswered.`,
    won > 0 && `${won.toLocaleString()} would be answered that ${won === 1 ? 'is' : 'are'} not.`,
    unknown > 0 && `Of ${unknown.toLocaleString()} it can’t be told, as a provider’s model decides.`,
  ].filter((words) => words !== false)
}
