import { parseArgs } from 'node:util'
import { inputsOf, KNOWN_FROM } from '#server/adapters/models/confidence.ts'
import { evidenceFor } from '#server/adapters/models/evidence.ts'
import { quotesFrom } from '#server/adapters/models/quote.ts'
import { createSearcher } from './answers/in-process.ts'
import { type Example, probability, regress } from './answers/logistic.ts'
import { type QuestionSet, readSets } from './answers/questions.ts'
import { holdsGold, type Outcome, summarise } from './answers/score.ts'
import { companies } from './companies.ts'

/**
 * Fits the weights of `confidence.ts`: `node e2e/real-input/fit-confidence.ts --data FOLDER --cache FOLDER`. With
 * `--unseen` it prints instead what to expect on articles that nothing was fitted on: it fits on every second article,
 * in all languages at once, asks the questions of the others, and the other way round.
 *
 * The data are halves of XQuAD (the same questions in ten languages) and SQuAD 2.0 in three draws, both CC BY-SA 4.0,
 * as JSON files, and the companies beside this file that are not `unseen`. A question whose answer is in the quote
 * counts for answering; near misses and questions about articles that were not loaded count against it; answerable
 * questions with a wrong quote count for neither.
 */
const FOREIGN_EACH = 40
const DRAWS = [1, 2, 3]
/**
 * How much the examples for an answer, and those against, weigh together: in each language, in each draw with near
 * misses, and for each company, which is in the fit twice, as one source and as many.
 */
const WEIGHTS = { language: [2, 2], nearMisses: [7 / 3, 5 / 3], company: [1.5, 2] } as const
const SHRINKAGE = 0.0003

type Question = Outcome & { set: Set; inputs: number[]; isAnswer: boolean }
type Set = QuestionSet & { label: string; weights: readonly [number, number] }

const text = { type: 'string' } as const
const { data, cache, unseen } = parseArgs({
  options: { data: text, cache: text, unseen: { type: 'boolean' } },
}).values
if (!data || !cache) throw new Error('Usage: fit-confidence.ts --data FOLDER --cache FOLDER [--unseen]')
const search = await createSearcher(cache)
let names: string[] = []
const questions: Question[] = []
const sets = allSets(data)
for (const set of sets) questions.push(...(await questionsOf(set)))
if (unseen) reportUnseen()
else for (const [at, weight] of weightsFrom(questions).entries()) print(`${names[at]}: ${weight.toFixed(2)},`)

function allSets(folder: string): Set[] {
  return [
    ...DRAWS.flatMap((draw) =>
      readSets(folder, FOREIGN_EACH, draw)
        .filter(({ name }) => draw === 1 || name === 'squad2')
        .map((set): Set => {
          const isNearMisses = set.name === 'squad2'
          const weights = isNearMisses ? WEIGHTS.nearMisses : WEIGHTS.language
          return { ...set, label: isNearMisses ? `${set.name}, draw ${draw}` : set.name, weights }
        }),
    ),
    ...companies
      .filter((company) => !company.unseen)
      .flatMap((company) => [true, false].map((isOneSource) => asSet(company, isOneSource))),
  ]
}

async function questionsOf(set: Set): Promise<Question[]> {
  const found = await search(set)
  return set.asked.map((asked, at) => {
    const passages = found[at]!
    const quotes = quotesFrom(asked.question, passages)
    const reply = quotes.map(({ text }) => text).join('\n\n')
    const evidence = evidenceFor(asked.question, passages, quotes)
    const inputs = evidence ? inputsOf(asked.question, evidence) : {}
    if (evidence) names = Object.keys(inputs)
    const cited = set.paragraphs[Number(passages[quotes[0]?.passage ?? 0]?.sourceId)]
    return {
      ...{ set, asked, reply, inputs: Object.values(inputs), isRefusal: !evidence },
      isAnswer: holdsGold(reply, asked.gold, set.language),
      citedFirst: cited?.text === asked.text,
    }
  })
}

/** Whether a question counts in the fit. */
function counts({ asked, inputs, isAnswer }: Question): boolean {
  return inputs.length > 0 && (asked.kind !== 'answerable' || isAnswer)
}

function weightsFrom(all: readonly Question[]): number[] {
  const counted = all.filter(counts)
  return regress(
    sets.flatMap((set): Example[] => {
      const own = counted.filter((one) => one.set === set)
      const count = (isAnswer: boolean) => own.filter((one) => one.isAnswer === isAnswer).length
      const [answers, others] = [count(true), count(false)]
      return own.map(({ inputs, isAnswer }) => {
        const weight = isAnswer ? set.weights[0] / answers : set.weights[1] / others
        return { inputs, isAnswer, weight }
      })
    }),
    SHRINKAGE,
  )
}

/** An article is in the same half in all languages and in both sets, as its paragraphs are the same. */
function reportUnseen(): void {
  const articles = [...new Set(questions.map(({ asked }) => asked.article))].sort()
  const isFirstHalf = ({ asked }: Question) => articles.indexOf(asked.article) % 2 === 0
  const halves = [questions.filter(isFirstHalf), questions.filter((one) => !isFirstHalf(one))]
  const decided = halves.flatMap((half, at) => {
    const weights = weightsFrom(halves[1 - at]!)
    return half.map((one) => {
      const isUnsure = one.inputs.length === 0 || probability(one.inputs, weights) < KNOWN_FROM.balanced
      return { ...one, isRefusal: isUnsure }
    })
  })
  print('set  answered  accepted answer  near misses refused  foreign answered')
  for (const set of sets) {
    const own = decided.filter((one) => one.set === set)
    const { answered, gold, refused, foreign } = summarise(own, set.language)
    const cells = [answered, gold, refused].map((value) => (Number.isNaN(value) ? '–' : `${value.toFixed(1)} %`))
    print(
      [set.label, ...cells, `${foreign} of ${own.filter(({ asked }) => asked.kind === 'foreign').length}`].join('  '),
    )
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function asSet(company: (typeof companies)[number], isOneSource: boolean): Set {
  const article = company.name
  const ask = (question: string, kind: 'answerable' | 'foreign', gold: string[]) => {
    return { question, kind, gold, text: '', article }
  }
  const all = [company.text, ...company.pairs.map(({ answer }) => answer)].join('\n')
  return {
    name: company.name.replaceAll(' ', '-'),
    label: `${company.name}, ${isOneSource ? 'one source' : 'many'}`,
    weights: WEIGHTS.company,
    language: 'en',
    paragraphs: [
      { title: company.name, text: company.text, source: 0 },
      ...company.pairs.map(({ question, answer }, at) => {
        return { title: company.name, question, text: answer, source: isOneSource ? 0 : at + 1 }
      }),
    ],
    asked: [
      ...company.answerable.map(({ question, fact }) => ask(question, 'answerable', [...(fact.exec(all) ?? [])])),
      ...company.unanswerable.map((question) => ask(question, 'foreign', [])),
    ],
  }
}
