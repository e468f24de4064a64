import { SAME_MEANING } from './same-meaning.ts'

/** A text's letters without accents and capitals, so that patterns need be written only once. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/[’‘]/g, "'")
}

export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

const SHORTEST_STEM = 4
const LONG_STEM = 6 // letters that two words share, after which their endings may differ as they like
const ENDING = { asked: 3, said: 4 } // letters
const PART = 4 // letters that a part of a compound has at least
const SEPARABLE = /^(ab|an|auf|aus|ein|mit|nach|vor|zu|zuruck|um|los|op|uit|mee|aan|af)(\p{L}{4,})$/u // German and Dutch
const LINK = /^(?:s|n|en|es|er)?$/ // between the parts of a German or Dutch compound

/** Whether a word of a question stands in a text: in any form, in a compound, or as a word with the same meaning. */
export function isBorneOut(asked: string, said: readonly string[]): boolean {
  if (said.some((word) => isSameWord(asked, word))) return true
  const meaning = SAME_MEANING.filter((group) => group.test(asked))
  if (meaning.some((group) => said.some((word) => group.test(word)))) return true
  return isCompoundOf(asked, said) || isSeparatedIn(asked, said)
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
function isCompoundOf(asked: string, said: readonly string[]): boolean {
  if (asked.length > PART && said.some((word) => word.length > asked.length && word.endsWith(asked))) return true
  for (let at = PART; at <= asked.length - PART; at += 1) {
    const last = asked.slice(at)
    if (!said.some((word) => isSameWord(last, word))) continue
    const first = asked.slice(0, at)
    if (said.some((word) => isSameWord(first, word) || (first.startsWith(word) && LINK.test(first.slice(word.length)))))
      return true
  }
  return false
}

/** Whether a German or Dutch verb stands in two parts, as absagen does in "Sagen Sie einen Tag vorher ab". */
function isSeparatedIn(asked: string, said: readonly string[]): boolean {
  const [, prefix, verb] = SEPARABLE.exec(asked) ?? []
  return prefix !== undefined && said.includes(prefix) && said.some((word) => isSameWord(verb!, word))
}
