import { meaningsOf } from './same-meaning.ts'

const ASCII = /^[\0-\x7f]*$/

/** A text's letters without accents and capitals, so that patterns need be written only once. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/[’‘]/g, "'")
}

export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

const SHORTEST_STEM = 4
const LONG_STEM = 6 // letters that two words share, after which their endings may differ as they like
const ENDING = { asked: 3, said: 4 } // letters
const PART = 4 // letters that a part of a compound has at least
const SEPARABLE = /^(ab|an|auf|aus|ein|mit|nach|vor|zu|zuruck|um|los|op|uit|mee|aan|af)(\p{L}{4,})$/u // German and Dutch
const LINKS = ['s', 'n', 'en', 'es', 'er'] // between the parts of a German or Dutch compound

const BEGINNING = 3 // letters that two words share at least, unless they are equal

/** The words of a text, read once so that many others can be looked for among them. */
export interface SaidWords {
  all: ReadonlySet<string>
  byBeginning: ReadonlyMap<string, readonly string[]>
  /** The meanings of the words (`meaningsOf`), and their endings; made when first asked for. */
  meanings?: ReadonlySet<number>
  endings?: ReadonlySet<string>
}

export function saidWords(words: readonly string[]): SaidWords {
  const all = new Set(words)
  const byBeginning = new Map<string, string[]>()
  for (const word of all) {
    const beginning = word.slice(0, BEGINNING)
    const others = byBeginning.get(beginning)
    if (others) others.push(word)
    else byBeginning.set(beginning, [word])
  }
  return { all, byBeginning }
}

/** Whether a word stands in a text: in any form, in a compound, or as a word with the same meaning. */
export function isBorneOut(asked: string, said: SaidWords): boolean {
  return isSaid(asked, said) || isMeant(asked, said) || isCompoundOf(asked, said) || isSeparatedIn(asked, said)
}

/** Whether a word stands in a text in any of its forms. */
export function isSaid(asked: string, { all, byBeginning }: SaidWords): boolean {
  if (all.has(asked)) return true
  return byBeginning.get(asked.slice(0, BEGINNING))?.some((word) => isSameWord(asked, word)) ?? false
}

function isMeant(asked: string, said: SaidWords): boolean {
  const meanings = meaningsOf(asked)
  if (meanings.length === 0) return false
  said.meanings ??= new Set([...said.all].flatMap(meaningsOf))
  return meanings.some((meaning) => said.meanings!.has(meaning))
}

function isSameWord(asked: string, said: string): boolean {
  if (asked === said) return true
  let shared = 0
  while (shared < asked.length && asked[shared] === said[shared]) shared += 1
  const [askedEnding, saidEnding] = [asked.length - shared, said.length - shared]
  if (shared === 3) return askedEnding + saidEnding <= 1 && !/\p{N}/u.test(asked + said) // dog, dogs
  if (shared < SHORTEST_STEM) return false
  if (shared === SHORTEST_STEM) return askedEnding <= 2 && askedEnding + saidEnding <= 4
  if (askedEnding <= ENDING.asked && saidEnding <= ENDING.said) return true
  return shared >= LONG_STEM && askedEnding <= ENDING.said
}

/** Whether a word is a part of a longer one that is said, or is made of two that are: Ratenzahlung of Raten, zahlen. */
function isCompoundOf(asked: string, said: SaidWords): boolean {
  said.endings ??= new Set([...said.all].flatMap(endingsOf))
  if (said.endings.has(asked)) return true
  for (let at = PART; at <= asked.length - PART; at += 1) {
    if (!isSaid(asked.slice(at), said)) continue
    const first = asked.slice(0, at)
    if (isSaid(first, said)) return true
    if (LINKS.some((link) => first.endsWith(link) && said.all.has(first.slice(0, first.length - link.length))))
      return true
  }
  return false
}

/** The endings of a word that are shorter than it and longer than the shortest part of a compound. */
function endingsOf(word: string): string[] {
  const endings: string[] = []
  for (let at = 1; at < word.length - PART; at += 1) endings.push(word.slice(at))
  return endings
}

/** Whether a German or Dutch verb stands in two parts, as absagen does in "Sagen Sie einen Tag vorher ab". */
function isSeparatedIn(asked: string, said: SaidWords): boolean {
  const [, prefix, verb] = SEPARABLE.exec(asked) ?? []
  return prefix !== undefined && said.all.has(prefix) && isSaid(verb!, said)
}
