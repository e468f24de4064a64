import { parseArgs } from 'node:util'
import { evidenceFor } from '#server/adapters/models/evidence.ts'
import { quotesFrom } from '#server/adapters/models/quote.ts'
import { createSearcher } from './answers/in-process.ts'
import { type QuestionSet, readSets } from './answers/questions.ts'
import { holdsGold } from './answers/score.ts'
import { companies } from './companies.ts'

/**
 * Fits the weights of `confidence.ts`: `node e2e/real-input/fit-confidence.ts --data FOLDER --cache FOLDER`.
 *
 * The data are halves of XQuAD (the same questions in ten languages) and SQuAD 2.0, both CC BY-SA 4.0, as JSON files,
 * and the companies beside this file that are not `unseen`. What has its answer in the quote counts for, near misses
 * and questions about articles that were not loaded count against; answerable questions with a wrong quote count for
 * neither. Of the languages each weighs alike, and those who ask for what is there twice; the set with near misses four
 * times as much, each company one and a half times, once as one source and once as many.
 */
const FOREIGN_EACH = 40
const NEAR_MISSES_WEIGHT = 4
const COMPANY_WEIGHT = 1.5
const ANSWERABLE_WEIGHT = 2
const SHRINKAGE = 0.0003
const ROUNDS = 3_000
const RATE = 0.05

type Example = { inputs: number[]; isAnswer: boolean; weight: number }

const { data, cache } = parseArgs({ options: { data: { type: 'string' }, cache: { type: 'string' } } }).values
if (!data || !cache) throw new Error('Usage: fit-confidence.ts --data FOLDER --cache FOLDER')
const search = await createSearcher(cache)
let names: string[] = []
const examples: Example[] = []
for (const set of readSets(data, FOREIGN_EACH)) examples.push(...(await examplesOf(set)))
for (const company of companies.filter(({ unseen }) => !unseen))
  for (const isOneSource of [true, false]) examples.push(...(await examplesOf(asSet(company, isOneSource))))
const weights = regress(examples)
for (const [at, name] of names.entries()) process.stdout.write(`${name}: ${weights[at]!.toFixed(2)}\n`)

async function examplesOf(set: QuestionSet & { isCompany?: boolean }): Promise<Example[]> {
  const found = await search(set)
  const own: Example[] = []
  for (const [at, asked] of set.asked.entries()) {
    const quotes = quotesFrom(asked.question, found[at]!)
    const evidence = evidenceFor(asked.question, found[at]!, quotes)
    if (!evidence) continue
    const isAnswer = holdsGold(quotes.map(({ text }) => text).join('\n\n'), asked.gold, set.language)
    if (asked.kind === 'answerable' && !isAnswer) continue
    const { trust, ...kinds } = evidence
    const isKnown = trust ** 4
    const scripts = [/\p{Script=Han}/u, /\p{Script=Thai}/u].map((script) => Number(script.test(asked.question)))
    const values = Object.values(kinds)
    names = ['constant', 'constant, known', 'half known', 'Han', 'Thai', ...Object.keys(kinds)]
    names.push(...Object.keys(kinds).map((name) => `${name}, known`))
    const inputs = [
      1,
      isKnown,
      (trust * (1 - trust)) ** 3,
      ...scripts,
      ...values,
      ...values.map((value) => value * isKnown),
    ]
    own.push({ inputs, isAnswer, weight: 1 })
  }
  const count = (isAnswer: boolean) => own.filter((one) => one.isAnswer === isAnswer).length
  const [answers, others] = [count(true), count(false)]
  const all = set.name === 'squad2' ? NEAR_MISSES_WEIGHT : set.isCompany ? COMPANY_WEIGHT : undefined
  for (const one of own) one.weight = one.isAnswer ? (all ?? ANSWERABLE_WEIGHT) / answers : (all ?? 1) / others
  return own
}

function asSet(company: (typeof companies)[number], isOneSource: boolean): QuestionSet & { isCompany: boolean } {
  const ask = (question: string, kind: 'answerable' | 'foreign', gold: string[]) => ({ question, kind, gold, text: '' })
  const all = [company.text, ...company.pairs.map(({ answer }) => answer)].join('\n')
  return {
    name: company.name.replaceAll(' ', '-'),
    isCompany: true,
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

/** Logistic regression by gradient descent with Adam's step sizes; the constant is not shrunk. */
function regress(all: Example[]): number[] {
  const size = all[0]?.inputs.length ?? 0
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  const fitted = new Array<number>(size).fill(0)
  const mean = new Array<number>(size).fill(0)
  const spread = new Array<number>(size).fill(0)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = fitted.map((weight, at) => (at === 0 ? 0 : SHRINKAGE * weight))
    for (const { inputs, isAnswer, weight } of all) {
      let sum = 0
      for (let at = 0; at < size; at += 1) sum += fitted[at]! * inputs[at]!
      const error = ((1 / (1 + Math.exp(-sum)) - Number(isAnswer)) * weight) / total
      for (let at = 0; at < size; at += 1) slope[at]! += error * inputs[at]!
    }
    for (let at = 0; at < size; at += 1) {
      mean[at] = 0.9 * mean[at]! + 0.1 * slope[at]!
      spread[at] = 0.999 * spread[at]! + 0.001 * slope[at]! ** 2
      fitted[at]! -= (RATE * (mean[at]! / (1 - 0.9 ** round))) / (Math.sqrt(spread[at]! / (1 - 0.999 ** round)) + 1e-9)
    }
  }
  return fitted
}
