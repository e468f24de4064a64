import type { z } from 'zod'
import type { sentenceVerdicts } from './enums.ts'
import type { proof } from './threads.ts'

interface Sentence {
  text: string
  passages: readonly number[]
  verdict: (typeof sentenceVerdicts)[number]
}

export type Proof = z.infer<typeof proof>

/**
 * What the sentences of a reply rest on, of an answer trace; null if nothing was checked. Sentences that were left out,
 * and those that state nothing, are not among them.
 */
export function proofsOf(
  sentences: readonly Sentence[] | null,
  citations: readonly { title: string; quote: string }[],
): Proof[] | null {
  if (!sentences) return null
  return sentences.flatMap(({ text, verdict, passages }) => {
    if (verdict !== 'supported' && verdict !== 'unsupported') return []
    const sources = passages.flatMap((at) => {
      const citation = citations[at]
      return citation ? [{ number: at + 1, title: citation.title, quote: citation.quote }] : []
    })
    return [{ text, verdict, sources }]
  })
}

/**
 * Where sentences end in a text, in which they follow each other. One that does not stand behind those before is left
 * out.
 */
export function endsOf(content: string, proofs: readonly Proof[]): { end: number; proof: Proof }[] {
  let next = 0
  return proofs.flatMap((proof) => {
    const from = content.indexOf(proof.text, next)
    if (from < 0 || proof.text === '') return []
    next = from + proof.text.length
    return [{ end: next, proof }]
  })
}
