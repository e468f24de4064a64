import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Material, readMaterial } from '#server/adapters/models/material.ts'
import { doubtOf, type Evidence, type Support, supports } from '#server/adapters/models/supports.ts'
import { sentencesOf } from '#server/knowledge/sentences.ts'

interface Rated {
  passages: { id: string; title?: string; text: string }[]
  tasks: {
    conversation: string
    messages: { role: string; content: string }[]
    passages: string[]
    answers: { text: string; faithful: number }[]
  }[]
}

const FAITHFUL_FROM = 3 // the mean of three people's ratings from 1 to 4

/** An answer that people have rated, with what is found of each of its sentences in the passages that it was made from. */
export interface RatedAnswer {
  conversation: string
  isFaithful: boolean
  text: string
  sentences: Support[]
  /** Checks the answer once more. */
  check(): void
}

/** Reads the answers of `mtrag-rated.json`. */
export function readRated(data: string): RatedAnswer[] {
  const { passages, tasks } = JSON.parse(readFileSync(join(data, 'mtrag-rated.json'), 'utf8')) as Rated
  const read = new Map(passages.map(({ id, title = '', text }) => [id, readMaterial(`${title}\n${text}`)]))
  return tasks.flatMap((task) => {
    const materials = task.passages.map((id): Material => read.get(id)!)
    const asked = task.messages.filter(({ role }) => role === 'visitor').map(({ content }) => content)
    const visitor = readMaterial(asked.join('\n'))
    return task.answers.map(({ text, faithful }) => {
      const check = () => sentencesOf(text).map((sentence) => supports(sentence, materials, { visitor }))
      const isFaithful = faithful >= FAITHFUL_FROM
      return { conversation: task.conversation, isFaithful, text, sentences: check(), check }
    })
  })
}

export const evidenceIn = ({ sentences }: RatedAnswer): Evidence[] => sentences.map(({ evidence }) => evidence)
export const wordsIn = (sentences: readonly Support[]) =>
  sentences.reduce((sum, { evidence }) => sum + evidence.words, 0)
/** The share of an answer's words that stand nowhere. */
export const missingIn = ({ sentences }: RatedAnswer) =>
  sentences.reduce((sum, { missing }) => sum + missing.length, 0) / Math.max(1, wordsIn(sentences))

/** The probability that an unfaithful answer scores higher than a faithful one. */
export function areaUnderCurve(answers: readonly RatedAnswer[], score: (one: RatedAnswer) => number): number {
  const faithful = answers.filter(({ isFaithful }) => isFaithful).map(score)
  const unfaithful = answers.filter(({ isFaithful }) => !isFaithful).map(score)
  const won = unfaithful.flatMap((one) => faithful.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return won.reduce<number>((sum, one) => sum + one, 0) / Math.max(1, won.length)
}

const FALSE_ALARMS = 0.1

/** The score that a tenth of the faithful answers exceed. */
export function alarmFrom(answers: readonly RatedAnswer[], score: (one: RatedAnswer) => number): number {
  const faithful = answers.filter(({ isFaithful }) => isFaithful).map(score)
  return faithful.toSorted((one, other) => other - one)[Math.floor(faithful.length * FALSE_ALARMS)] ?? 0
}

export function caught(answers: readonly RatedAnswer[], score: (one: RatedAnswer) => number, from: number): number {
  const unfaithful = answers.filter(({ isFaithful }) => !isFaithful)
  return (100 * unfaithful.filter((one) => score(one) > from).length) / Math.max(1, unfaithful.length)
}

/** Of the answers of one kind, the share that loses a sentence to the check, and the share of their words that is lost. */
export function losses(answers: readonly RatedAnswer[], isLost: (one: Support) => boolean) {
  const lost = answers.filter(({ sentences }) => sentences.some(isLost)).length
  const words = answers.reduce((sum, { sentences }) => sum + wordsIn(sentences.filter(isLost)), 0)
  const all = answers.reduce((sum, { sentences }) => sum + wordsIn(sentences), 0)
  return { answers: (100 * lost) / Math.max(1, answers.length), words: (100 * words) / Math.max(1, all) }
}

const TIMED_CHARACTERS = 2_000
const ROUNDS = 5

/** The doubt about several sentences together, each counted by its words. */
function doubtOfAll(sentences: readonly Evidence[]): number {
  const words = sentences.reduce((sum, one) => sum + one.words, 0)
  return sentences.reduce((sum, one) => sum + doubtOf(one) * one.words, 0) / Math.max(1, words)
}

/** The figures of the rated answers. */
export function summariseRated(answers: readonly RatedAnswer[]) {
  const doubt = (one: RatedAnswer) => doubtOfAll(evidenceIn(one))
  const isUnsupported = ({ verdict }: Support) => verdict === 'unsupported'
  const faithful = losses(
    answers.filter(({ isFaithful }) => isFaithful),
    isUnsupported,
  )
  const unfaithful = losses(
    answers.filter(({ isFaithful }) => !isFaithful),
    isUnsupported,
  )
  const characters = answers.reduce((sum, { text }) => sum + text.length, 0)
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = performance.now()
    for (const one of answers) one.check()
    return ((performance.now() - begun) / characters) * TIMED_CHARACTERS
  })
  return {
    'unfaithful caught, by doubt, %': caught(answers, doubt, alarmFrom(answers, doubt)),
    'unfaithful caught, by words, %': caught(answers, missingIn, alarmFrom(answers, missingIn)),
    'AUROC × 100, by doubt': 100 * areaUnderCurve(answers, doubt),
    'AUROC × 100, by words': 100 * areaUnderCurve(answers, missingIn),
    'faithful that lose a sentence, %': faithful.answers,
    'words that they lose, %': faithful.words,
    'unfaithful that lose one, %': unfaithful.answers,
    'words that these lose, %': unfaithful.words,
    'ms for 2,000 characters': times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!,
  }
}
