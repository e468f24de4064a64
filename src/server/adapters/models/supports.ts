import { isBorneOut } from './borne-out.ts'
import { languageOf } from './language.ts'
import {
  beginning,
  type ContentWord,
  contentWords,
  figuresIn,
  holdsFigure,
  isNegated,
  type Material,
  pairOf,
  type SaidSentence,
} from './material.ts'

/** What a sentence may rest on besides the passages that it names. */
export interface Beside {
  /** What the agent was told by its company, which holds words and figures. */
  instructions?: Material | undefined
  /** What the visitor has written, which holds words alone: to ask whether something is so does not make it so. */
  visitor?: Material | undefined
}

export interface Support {
  verdict: 'supported' | 'unsupported'
  /** The words and figures of the sentence that stand nowhere. */
  missing: string[]
  evidence: Evidence
}

/** What speaks against a sentence, and over how many words that say something. */
export interface Evidence {
  /** The share of its words that stand nowhere, 0 to 1. */
  missing: number
  /** The share of its neighbouring words that stand nowhere near each other, 0 to 1. */
  apart: number
  words: number
}

/**
 * What two neighbouring words that stand apart count against a word that stands nowhere, and the doubt from which a
 * sentence, and a whole answer, is not believed, as e2e/real-input/fit-grounding.ts prints them. It fits them on answers
 * that people have rated. A threshold for sentences as low as that for answers would cut many a faithful answer.
 */
const APART = 1.13
const DOUBTED_FROM = { sentence: 1.73, answer: 1.13 }
const FEW_WORDS = 3 // Fewer words count as so many, as one of two that is missing says little.
const SAME_SENTENCE = 0.75 // share of words that two sentences have in common of which one may deny the other

/** How far a text is from standing in the material, from 0 on. */
export const doubtOf = ({ missing, apart }: Pick<Evidence, 'missing' | 'apart'>): number => missing + APART * apart

/** The doubt about several sentences together, each counted by its words. */
export function doubtOfAll(sentences: readonly Evidence[]): number {
  const words = sentences.reduce((sum, one) => sum + one.words, 0)
  return sentences.reduce((sum, one) => sum + doubtOf(one) * one.words, 0) / Math.max(1, words)
}

export const isBelieved = (evidence: Evidence): boolean => doubtOf(evidence) < DOUBTED_FROM.sentence

/** Whether sentences that may each be believed are too much in doubt together. */
export const isDoubted = (sentences: readonly Evidence[]): boolean => doubtOfAll(sentences) >= DOUBTED_FROM.answer

/**
 * Whether a sentence stands in passages: most of its words, near each other as there, its figures to the character, and
 * without a "not" more or less.
 */
export function supports(sentence: string, passages: readonly Material[], beside: Beside = {}): Support {
  const { instructions, visitor } = beside
  const stated = instructions ? [...passages, instructions] : passages
  const words = contentWords(sentence)
  const isName = namesIn(sentence)
  const lost = words.filter((word, at) => {
    if (stated.some((material) => stands(word, material))) return false
    return !visitor || isName(word, at) || !stands(word, visitor)
  })
  const figures = figuresIn(sentence).filter((figure) => !stated.some((material) => holdsFigure(material, figure)))
  const pairs = words.slice(1).map((word, at) => pairOf(words[at]!.parts[0]!, word.parts[0]!))
  const apart = pairs.filter((pair) => !stated.some((material) => material.pairs.has(pair)))
  const evidence = {
    missing: lost.length / Math.max(FEW_WORDS, words.length),
    apart: apart.length / Math.max(FEW_WORDS, pairs.length),
    words: words.length,
  }
  const denial = isNegated(sentence)
  const isHeld = figures.length === 0 && isBelieved(evidence) && !isDenied(words, denial, stated)
  const missing = [...new Set([...lost.map(({ text }) => text), ...figures])]
  return { verdict: isHeld ? 'supported' : 'unsupported', missing, evidence }
}

const stands = ({ parts }: ContentWord, { words }: Material) =>
  parts.filter((part) => isBorneOut(part, words)).length * 2 > parts.length

/** Tells names by their capitals, which in German all nouns have. */
function namesIn(sentence: string): (word: ContentWord, at: number) => boolean {
  const isCapital = ({ text }: ContentWord, at: number) => at > 0 && /^\p{Lu}/u.test(text)
  return (word, at) => isCapital(word, at) && languageOf(sentence) !== 'de'
}

/** Whether what is said stands in the material only with a "not" more or less. */
function isDenied(words: readonly ContentWord[], isNegated: boolean, materials: readonly Material[]): boolean {
  const beginnings = new Set(words.flatMap(({ parts }) => parts.map(beginning)))
  const shared = (one: SaidSentence) => [...beginnings].filter((word) => one.beginnings.has(word)).length
  const says = (one: SaidSentence) => shared(one) >= SAME_SENTENCE * beginnings.size
  const denies = (one: SaidSentence) =>
    one.isNegated !== isNegated && says(one) && shared(one) >= SAME_SENTENCE * one.beginnings.size
  if (!materials.some(({ sentences }) => sentences.some(denies))) return false
  return !materials.some(({ sentences }) => sentences.some((one) => one.isNegated === isNegated && says(one)))
}
