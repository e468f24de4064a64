import { sentencesOf } from '#server/knowledge/sentences.ts'
import { type QuestionSet, readSets } from '../answers/questions.ts'
import { holdsGold } from '../answers/score.ts'
import { alike } from '../gap-questions.ts'
import { ownAnswers } from './own-answers.ts'
import { randomFrom } from './random.ts'

/** Something that visitors ask, in one or several ways. */
export interface Fact {
  asked: string[]
  /** Accepted answers; none where neither the agent nor anybody who teaches it has one. */
  gold: string[]
  /** What a person would teach: the sentence with the answer, or else the paragraph; empty where there is no answer. */
  answer: string
  isKnown: boolean
}

export interface Week {
  sources: { title: string; content: string }[]
  /** What is asked, in the order of the week. */
  questions: { question: string; fact: Fact }[]
  facts: Fact[]
}

const ENGLISH = ['en', 'squad2']
const UNANSWERABLE = 0.15 // share of the questions that have no answer
const SEED = 20_261_123

/**
 * A week of visitors' questions about paragraphs of two public sets and about a shop of our own. The agent knows every
 * second paragraph and every second answer of the shop. Which fact is asked, and in which words, is drawn: the n-th
 * most asked fact is asked about 1/n as often as the first. Some questions have no answer.
 */
export function drawWeek(folder: string, count: number): Week {
  const random = randomFrom(SEED)
  const sets = readSets(folder).filter(({ name }) => ENGLISH.includes(name))
  const paragraphs = [...new Map(sets.flatMap((set) => set.paragraphs).map((one) => [one.text, one])).values()]
  const known = new Set(paragraphs.filter((_, at) => at % 2 === 0).map(({ text }) => text))
  const own = alike.en!.map((asked, at): Fact => {
    const { answer, gold } = ownAnswers[at]!
    return { asked, gold: [gold], answer, isKnown: at % 2 === 0 }
  })
  const facts = shuffled([...factsOf(sets, known), ...own], random)
  const hopeless = sets.flatMap(({ asked }) =>
    asked.flatMap(({ kind, question }) => (kind === 'answerable' ? [] : [withoutAnswer(question)])),
  )
  const popular = drawer(facts.length, random)
  const questions = Array.from({ length: count }, () => {
    const fact = random() < UNANSWERABLE ? pick(hopeless, random) : facts[popular()]!
    return { question: pick(fact.asked, random), fact }
  })
  const texts = paragraphs.filter(({ text }) => known.has(text)).map(({ title, text }) => ({ title, content: text }))
  const shop = own.filter(({ isKnown }) => isKnown).map(({ answer }) => answer)
  return { sources: [...texts, { title: 'Our shop', content: shop.join('\n\n') }], questions, facts }
}

function factsOf(sets: readonly QuestionSet[], known: ReadonlySet<string>): Fact[] {
  const facts = new Map<string, Fact>()
  for (const { asked, language } of sets)
    for (const { question, gold, text, kind } of asked) {
      if (kind !== 'answerable') continue
      const sentence = sentencesOf(text).find((one) => holdsGold(one, gold, language))
      facts.set(question, { asked: [question], gold, answer: sentence ?? text, isKnown: known.has(text) })
    }
  return [...facts.values()]
}

const withoutAnswer = (question: string): Fact => ({ asked: [question], gold: [], answer: '', isKnown: false })

const pick = <One>(list: readonly One[], random: () => number): One => list[Math.floor(random() * list.length)]!

function shuffled<One>(list: readonly One[], random: () => number): One[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Draws from 0 to `count` - 1, each number n with a chance of 1 / (n + 1) (Zipf's law). */
function drawer(count: number, random: () => number): () => number {
  let sum = 0
  const sums = Array.from({ length: count }, (_, at) => (sum += 1 / (at + 1)))
  return () => {
    const drawn = random() * sum
    return sums.findIndex((upTo) => drawn < upTo)
  }
}
