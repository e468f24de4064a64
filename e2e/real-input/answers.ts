import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answerThresholds } from '#contract/enums.ts'
import { answer } from '#server/adapters/models/answer.ts'
import { confidenceOf, KNOWN_FROM } from '#server/adapters/models/confidence.ts'
import { quotesFrom } from '#server/adapters/models/quote.ts'
import { drawCurve } from './answers/curve.ts'
import { createSearcher } from './answers/in-process.ts'
import { startAsking } from './answers/over-http.ts'
import { type QuestionSet, readSets } from './answers/questions.ts'
import { type Outcome, summarise } from './answers/score.ts'

/**
 * Measures the built-in model's answers: `node e2e/real-input/answers.ts --data FOLDER --cache FOLDER [--svg FILE]`
 * prints for each set what share of the questions with an answer is answered, gets an accepted answer, or gets a reply
 * that cites the right paragraph first, and how many of the questions without an answer are refused. It searches and
 * answers with the server's own code, but without a server, and keeps vectors in the cache folder, so that a second run
 * takes a minute. With `--http` it starts the product instead and asks its playground; `--set NAME` asks one set only;
 * `--draw 2` asks, of the questions without an answer and of the set with near misses, those after the first draw's.
 */
const text = { type: 'string' } as const
const http = { type: 'boolean' } as const
const options = parseArgs({
  options: { data: text, cache: text, svg: text, threshold: text, http, set: text, draw: text },
}).values
const { data, cache, svg } = options
const threshold = answerThresholds.find((one) => one === (options.threshold ?? 'balanced'))!
if (!data || !(cache || options.http) || !threshold)
  throw new Error(
    'Usage: answers.ts --data FOLDER (--cache FOLDER [--svg FILE] | --http) [--set NAME] [--draw NUMBER] [--threshold cautious|balanced|bold]',
  )
const product = options.http ? await startAsking(threshold) : undefined
const search = cache && !product ? await createSearcher(cache) : undefined
const curves: { name: string; outcomes: Outcome[]; language: string }[] = []

process.stdout.write('set      answered  gold  cited first  near misses refused  foreign answered\n')
for (const set of readSets(data, undefined, Number(options.draw ?? 1)).filter(
  ({ name }) => !options.set || name === options.set,
)) {
  const outcomes = await (product?.ask ?? ask)(set)
  const { answered, gold, citedFirst, refused, foreign } = summarise(outcomes, set.language)
  const cells = [answered, gold, citedFirst, refused].map((value) =>
    Number.isNaN(value) ? '–' : `${value.toFixed(1)} %`,
  )
  process.stdout.write(`${[set.name.padEnd(8), ...cells, foreign].join('  ')}\n`)
  curves.push({ name: set.name, outcomes, language: set.language })
}
await product?.stop()
if (svg && !product) writeFileSync(svg, drawCurve(curves, KNOWN_FROM[threshold]))

async function ask(set: QuestionSet): Promise<Outcome[]> {
  const found = await search!(set)
  return set.asked.map((asked, at) => {
    const passages = found[at]!
    const message = asked.question
    const given = answer({
      questions: [{ message, query: message, passages, actions: [] }],
      canHandOver: false,
      threshold,
      completedAfter: null,
    })
    const quotes = quotesFrom(message, passages)
    const cited = set.paragraphs[Number(passages[quotes[0]?.passage ?? 0]?.sourceId)]
    return {
      asked,
      reply: quotes.map(({ text }) => text).join('\n\n'),
      isRefusal: !('text' in given) || given.quoted.length === 0,
      citedFirst: cited?.text === asked.text,
      confidence: confidenceOf(message, passages, quotes),
    }
  })
}
