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
 * sentence is not believed, as e2e/real-input/fit-grounding.ts prints them. It fits them on answers that people have rated.
 */
const APART = 1.64
const DOUBTED_FROM = 2.31
const FEW = 2 // Fewer words, or pairs of them, count as so many, as one of one that is missing says little.
const MOST_MISSING = 0.8 // share of words that stand nowhere from which no neighbours can make up for them
const ASKED = { words: 4, share: 0.49 } // of so short a sentence this share may stand in the visitor's words alone
const SAME_SENTENCE = 0.75 // share of words that two sentences have in common of which one may deny the other

/** How far a text is from standing in the material, from 0 on. */
export const doubtOf = ({ missing, apart }: Pick<Evidence, 'missing' | 'apart'>): number => missing + APART * apart

const isBelieved = (evidence: Evidence): boolean => evidence.missing < MOST_MISSING && doubtOf(evidence) < DOUBTED_FROM

/**
 * Whether a sentence stands in passages: most of its words, near each other as there, its figures to the character, and
 * without a "not" more or less.
 */
export function supports(sentence: string, passages: readonly Material[], beside: Beside = {}): Support {
  const { instructions, visitor } = beside
  const stated = instructions ? [...passages, instructions] : passages
  const words = contentWords(sentence)
  const isName = namesIn(sentence)
  const spoken = words.filter(({ text }) => /\p{L}/u.test(text)) // Figures are looked for to the character.
  const unstated = spoken.filter((word) => !stated.some((material) => stands(word, material)))
  const lost = unstated.filter((word) => !visitor || isName(word, spoken.indexOf(word)) || !stands(word, visitor))
  const figures = figuresIn(sentence).filter((figure) => !stated.some((material) => holdsFigure(material, figure)))
  const pairs = words.slice(1).map((word, at) => pairOf(words[at]!.parts[0]!, word.parts[0]!))
  const apart = pairs.filter((pair) => !stated.some((material) => material.pairs.has(pair)))
  const evidence = {
    missing: lost.length / Math.max(FEW, spoken.length),
    apart: apart.length / Math.max(FEW, pairs.length),
    words: words.length,
  }
  const denial = isNegated(sentence)
  const isAsked = isRepeated(spoken.length, unstated.length, lost.length)
  const isHeld = figures.length === 0 && isBelieved(evidence) && !isAsked && !isDenied(words, denial, stated)
  const missing = [...new Set([...lost.map(({ text }) => text), ...figures])]
  return { verdict: isHeld ? 'supported' : 'unsupported', missing, evidence }
}

/** Whether a short sentence rests on what the visitor has said: that entry is free, because somebody asked whether it is. */
const isRepeated = (words: number, unstated: number, lost: number): boolean =>
  words <= ASKED.words && unstated > lost && unstated > ASKED.share * words

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
