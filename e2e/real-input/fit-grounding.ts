import { parseArgs } from 'node:util'
import { regress } from './answers/logistic.ts'
import {
  alarmFrom,
  areaUnderCurve,
  caught,
  evidenceIn,
  losses,
  type RatedAnswer,
  readRated,
} from './grounding/rated.ts'

/**
 * Fits what src/server/adapters/models/supports.ts weighs, on the answers that people have rated:
 * `node e2e/real-input/fit-grounding.ts --data FOLDER`. Fits on half of the conversations and reports of the others, in
 * two draws both ways, then prints what all of them together give.
 */
const { data } = parseArgs({ options: { data: { type: 'string' } } }).values
if (!data) throw new Error('Usage: fit-grounding.ts --data FOLDER')

const SHRINKAGE = 0.001
const LOSE_AT_MOST = 9 // percent of the faithful answers that may lose a sentence by doubt; figures and denials cost some more
const answers = readRated(data)
const conversations = [...new Set(answers.map(({ conversation }) => conversation))].sort()

const inputsOf = (answer: RatedAnswer) => {
  const evidence = evidenceIn(answer)
  const words = Math.max(
    1,
    evidence.reduce((sum, one) => sum + one.words, 0),
  )
  const mean = (of: 'missing' | 'apart') => evidence.reduce((sum, one) => sum + one[of] * one.words, 0) / words
  return [1, mean('missing'), mean('apart')]
}

/** What two words apart count against a word that is missing, and the doubt from which a sentence is not believed. */
function fitted(some: readonly RatedAnswer[]) {
  const unfaithful = some.filter(({ isFaithful }) => !isFaithful).length
  const examples = some.map((one) => ({
    inputs: inputsOf(one),
    isAnswer: !one.isFaithful,
    weight: one.isFaithful ? 1 / (some.length - unfaithful) : 1 / unfaithful, // each kind counts as much as the other
  }))
  const [, missing = 1, apart = 0] = regress(examples, SHRINKAGE)
  const weight = Math.max(0, apart / missing)
  const doubt = (one: RatedAnswer) => inputsOf(one)[1]! + weight * inputsOf(one)[2]!
  const faithful = some.filter(({ isFaithful }) => isFaithful)
  let sentence = 0.5
  const doubted = (from: number) =>
    losses(faithful, ({ evidence }) => evidence.missing + weight * evidence.apart >= from).answers
  while (doubted(sentence) > LOSE_AT_MOST) sentence += 0.01
  return { weight, doubt, sentence }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const draws = [(at: number) => at % 2 === 0, (at: number) => at < conversations.length / 2]
for (const [number, draw] of draws.entries())
  for (const side of [true, false]) {
    const isFitted = ({ conversation }: RatedAnswer) => draw(conversations.indexOf(conversation)) === side
    const own = fitted(answers.filter(isFitted))
    const others = answers.filter((one) => !isFitted(one))
    const { weight, doubt, sentence } = own
    const faithful = others.filter(({ isFaithful }) => isFaithful)
    const lost = losses(faithful, ({ evidence }) => evidence.missing + weight * evidence.apart >= sentence)
    print(
      `draw ${number + 1}, other half: AUROC ${areaUnderCurve(others, doubt).toFixed(3)}, caught ` +
        `${caught(others, doubt, alarmFrom(others, doubt)).toFixed(1)} %, faithful that lose a sentence ` +
        `${lost.answers.toFixed(1)} %, of their words ${lost.words.toFixed(1)} %`,
    )
  }
const { weight, sentence } = fitted(answers)
print(`APART ${weight.toFixed(2)}, DOUBTED_FROM ${sentence.toFixed(2)}`)
