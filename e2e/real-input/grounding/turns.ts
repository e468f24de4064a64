import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AskedQuestion, answer } from '#server/adapters/models/answer.ts'
import { passagesOf, questionsIn } from '#server/adapters/models/questions.ts'
import type { HistoryMessage } from '#server/adapters/models/search-query.ts'
import { type Found, findFor } from '#server/features/conversations/find-passages.ts'
import { HISTORY_MESSAGES } from '#server/features/conversations/history.ts'
import type { Passage } from '#server/knowledge/types.ts'
import { createFinder } from '../answers/in-process.ts'

type Kind = 'answerable' | 'partial' | 'unanswerable' | 'underspecified'
type Turn = { id: string; kind: Kind; history: HistoryMessage[]; question: string; gold: string[] }
type Domain = { name: string; passages: { id: string; title?: string; text: string }[]; turns: Turn[] }

/** What came of a turn. `first`: the source of the first citation; `given`: the sources a provider's model is sent. */
export type TurnOutcome = { turn: Turn; isRefused: boolean; first: string | undefined; given: string[]; reply: string }

/** Asks the built-in model the last turn of each conversation, with all passages of its domain as sources. */
export async function askTurns(data: string, cache: string): Promise<TurnOutcome[]> {
  const { domains } = JSON.parse(readFileSync(join(data, 'mtrag-turns.json'), 'utf8')) as { domains: Domain[] }
  const load = await createFinder(cache)
  const outcomes: TurnOutcome[] = []
  for (const { name, passages, turns } of domains) {
    const paragraphs = passages.map(({ title = '', text }) => ({ title, text }))
    const { find, keep } = await load({ name: `mtrag-${name}`, paragraphs })
    const idOf = (passage: Passage | undefined) => passages[Number(passage?.sourceId ?? -1)]?.id
    for (const turn of turns) {
      const history = [...turn.history, { role: 'visitor' as const, content: turn.question }].slice(-HISTORY_MESSAGES)
      const found: Found[] = []
      for (const one of questionsIn(history)) found.push(await findFor(one, history, 'balanced', { find }))
      const asked = found.map((one): AskedQuestion => ({ ...one, actions: [] }))
      const given = answer({ questions: asked, canHandOver: false, threshold: 'balanced', completedAfter: null })
      const sources = passagesOf(asked)
      const isRefused = !('text' in given) || given.quoted.length === 0
      outcomes.push({
        turn,
        isRefused,
        first: isRefused ? undefined : idOf(sources[given.quoted[0]!]),
        given: found.flatMap((one) => one.given.flatMap((passage) => idOf(passage) ?? [])),
        reply: 'text' in given ? given.text : '',
      })
    }
    keep()
  }
  return outcomes
}

const share = (all: readonly TurnOutcome[], holds: (one: TurnOutcome) => boolean) =>
  (100 * all.filter(holds).length) / Math.max(1, all.length)

/** The figures of the turns, in percent. */
export function summariseTurns(outcomes: readonly TurnOutcome[]) {
  const of = (kind: Kind) => outcomes.filter(({ turn }) => turn.kind === kind)
  const isRight = ({ turn, first }: TurnOutcome) => first !== undefined && turn.gold.includes(first)
  const answerable = of('answerable')
  const answered = answerable.filter(({ isRefused }) => !isRefused)
  return {
    'answerable, answered': share(answerable, ({ isRefused }) => !isRefused),
    'right one cited first': share(answerable, isRight),
    'wrong among the answered': share(answered, (one) => !isRight(one)),
    'right one among those given': share(answerable, ({ turn, given }) => given.some((id) => turn.gold.includes(id))),
    'unanswerable, refused': share(of('unanswerable'), ({ isRefused }) => isRefused),
    'underspecified, refused': share(of('underspecified'), ({ isRefused }) => isRefused),
    'partly answerable, answered': share(of('partial'), ({ isRefused }) => !isRefused),
  }
}
