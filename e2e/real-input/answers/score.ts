import type { Asked } from './questions.ts'

/** What came of a question. `citedFirst`: whether the paragraph that the question was written for is cited first. */
export type Outcome = { asked: Asked; reply: string; isRefusal: boolean; citedFirst: boolean; confidence?: number }

const UNSPACED = ['zh', 'th']

/** Whether an accepted answer stands in the beginning of a reply: as whole words, in Chinese and Thai as characters. */
export function holdsGold(reply: string, gold: readonly string[], language: string): boolean {
  const said = plain(reply.slice(0, language === 'zh' ? 400 : 1_200), language)
  return gold.some((answer) => {
    const wanted = plain(answer, language)
    if (wanted === '') return false
    return UNSPACED.includes(language) ? said.includes(wanted) : ` ${said} `.includes(` ${wanted} `)
  })
}

function plain(text: string, language: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(language === 'en' ? /\b(?:a|an|the)\b/g : /(?!)/g, ' ')
  return words.replace(/\s+/g, UNSPACED.includes(language) ? '' : ' ').trim()
}

const share = (outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean) =>
  outcomes.length === 0 ? Number.NaN : (100 * outcomes.filter(holds).length) / outcomes.length

/**
 * The row of the table for one set. Shares are in percent, and NaN if there are no questions to count; `foreign` is the
 * number of foreign questions that were answered.
 */
export function summarise(outcomes: readonly Outcome[], language: string) {
  const of = (kind: Asked['kind']) => outcomes.filter(({ asked }) => asked.kind === kind)
  const answerable = of('answerable')
  return {
    answered: share(answerable, ({ isRefusal }) => !isRefusal),
    gold: share(answerable, ({ isRefusal, reply, asked }) => !isRefusal && holdsGold(reply, asked.gold, language)),
    citedFirst: share(answerable, ({ isRefusal, citedFirst }) => !isRefusal && citedFirst),
    refused: share(of('near-miss'), ({ isRefusal }) => isRefusal),
    foreign: of('foreign').filter(({ isRefusal }) => !isRefusal).length,
  }
}
