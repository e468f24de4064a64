import type { Passage } from '../../knowledge/types.ts'
import { isSaid } from './borne-out.ts'
import { withoutMarkers } from './citations.ts'
import { isHeldTo } from './held-to.ts'
import { languageOf } from './language.ts'
import { contentWords, figuresIn, holdsFigure, type Material, readMaterial } from './material.ts'
import { asksBack, isSmallTalk } from './small-talk.ts'
import { type Evidence, supports } from './supports.ts'

export type SentenceVerdict = 'supported' | 'unsupported' | 'exempt' | 'dropped'

/** A sentence of a reply with the passages that it names. */
export interface CheckedSentence {
  /** The sentence as the model wrote it, with markers of passages and the white space behind it. */
  raw: string
  /** The sentence as a visitor reads it. */
  text: string
  passages: Passage[]
  verdict: SentenceVerdict
  missing: string[]
  /** Whether it has a link, an address or a price that nobody has given its writer. */
  isInvented: boolean
  evidence: Evidence
}

export interface Given {
  passages: readonly Passage[]
  instructions: string | null
  /** What the visitor has written. */
  visitor: readonly string[]
  /** Names and descriptions of what the visitor may be asked to fill in. */
  others: readonly string[]
}

const QUOTED = /\[\[\s*(\d{1,2})\s*[:|,]?\s*["“”«„]([^\]\n]{1,600}?)["“”»]\s*\]\]/g
const LEAST_QUOTE = 8 // characters; a shorter quote stands in any passage by chance

/** Makes a check of sentences against what their writer was given, of which each text is read once. */
export function createSentenceCheck({ passages, instructions, visitor, others }: Given) {
  const materials = new Map(passages.map((passage) => [passage, readMaterial(textOf(passage))]))
  const beside = {
    instructions: instructions ? readMaterial(instructions) : undefined,
    visitor: readMaterial([...visitor, ...others].join('\n')),
  }
  const links = [
    ...passages.flatMap(({ url }) => url ?? []),
    ...passages.map(textOf),
    instructions,
    ...visitor,
    ...others,
  ]
  const all = [...materials.values()]
  const isNamed = (word: string) => isSaid(word, beside.visitor.words)

  /** @param needsMarker whether the sentence must name the passages that it rests on */
  function check(unit: string, needsMarker = true): CheckedSentence {
    const quotes: { passage: Passage | undefined; quote: string }[] = []
    const raw = unit.replace(QUOTED, (_, number: string, quote: string) => {
      quotes.push({ passage: passages[Number(number) - 1], quote })
      return `[[${number}]]`
    })
    const { content, marked } = withoutMarkers(raw, passages)
    const cited = [...marked.keys()]
    const rests = needsMarker ? cited.map((passage) => materials.get(passage)!) : all
    const { verdict, missing, evidence } = supports(content, rests, beside)
    const unheld = unheldIn(content)
    const checked = { raw, text: content, passages: cited, missing, evidence, isInvented: unheld.length > 0 }
    if (unheld.length > 0) return { ...checked, verdict: 'unsupported', missing: [...new Set([...missing, ...unheld])] }
    if (isExempt(content)) return { ...checked, verdict: 'exempt', missing: [] }
    const rested =
      needsMarker && cited.length === 0 && beside.instructions ? supports(content, [beside.instructions]) : undefined
    if (rested?.verdict === 'supported' && rested.evidence.words > 0) return { ...checked, ...rested }
    if (needsMarker && cited.length === 0) return { ...checked, verdict: 'unsupported' }
    if (verdict === 'supported') return { ...checked, verdict }
    if (quotes.some(({ passage, quote }) => passage && bearsOut(content, passage, quote)))
      return { ...checked, verdict: 'supported', missing: [] }
    return { ...checked, verdict }
  }

  /** Links, addresses and prices that stand neither in the material nor in what the visitor has written. */
  const unheldIn = (content: string) =>
    isHeldTo(content, links) ? [] : content.split(/\s+/).filter((word) => !isHeldTo(word, links))

  function isExempt(content: string): boolean {
    const figures = figuresIn(content)
    if (
      !figures.every((figure) =>
        [...all, beside.instructions, beside.visitor].some((one) => one && holdsFigure(one, figure)),
      )
    )
      return false
    if (isSmallTalk(content, isNamed)) return true
    return asksBack(content) && supports(content, all, beside).evidence.missing < MOST
  }

  /**
   * Whether a sentence in another language than its passage has a quote that stands there, and its figures and names. Of
   * the words nothing can be said, as they stand in no text of another language.
   */
  function bearsOut(content: string, passage: Passage, quote: string): boolean {
    const text = textOf(passage)
    if (quote.trim().length < LEAST_QUOTE || !spaced(text).includes(spaced(quote))) return false
    if (languageOf(content) === languageOf(text)) return false
    const material = materials.get(passage)!
    return (
      figuresIn(content).every((figure) => holdsFigure(material, figure)) &&
      namesIn(content).every((name) => isSaid(name, material.words) || isNamed(name))
    )
  }

  return { check, isMostlyNowhere: (sentences: readonly CheckedSentence[]) => isMostlyNowhere(sentences, all, beside) }
}

const MOST = 0.5
const FEW_WORDS = 6 // Of fewer, most may be missing by chance.

/** Whether most words of a reply stand in nothing that its writer was given, so that it is about something else. */
function isMostlyNowhere(
  sentences: readonly CheckedSentence[],
  materials: readonly Material[],
  beside: { instructions: Material | undefined; visitor: Material },
): boolean {
  const told = sentences.filter(({ verdict }) => verdict === 'unsupported')
  const found = told.map(({ text }) => supports(text, materials, beside).evidence)
  const words = sentences.reduce((sum, { evidence }) => sum + evidence.words, 0)
  const missing = found.reduce((sum, one) => sum + one.missing * one.words, 0)
  return words >= FEW_WORDS && missing > MOST * words
}

const textOf = ({ title, heading, content }: Passage) => [title, heading, content].filter(Boolean).join('\n')
const spaced = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** The names in a sentence that a text of another language writes alike: words with a capital, in Latin letters. */
function namesIn(content: string): string[] {
  if (languageOf(content) === 'de') return []
  return contentWords(content).flatMap(({ text, parts }, at) =>
    at > 0 && /^\p{Lu}\p{Script=Latin}/u.test(text) ? parts : [],
  )
}
