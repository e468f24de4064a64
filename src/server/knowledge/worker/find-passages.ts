import { embeddingText } from '../chunk.ts'
import type { Passage, Unit } from '../types.ts'
import { unitsOf } from '../units.ts'
import { type AgentIndex, type Ranked, rank } from './agent-index.ts'
import { dot } from './dot-products.ts'
import type { Embed } from './embedding-queue.ts'
import type { SearchRequest } from './messages.ts'
import { coverageOf, type WeighedTerm, weighTerms } from './term-index.ts'
import type { EmbeddedUnits } from './unit-cache.ts'

/** Ranks an agent's chunks for a question, and the units of the best few. Those not seen lately are embedded here in one go. */
export async function findPassages(index: AgentIndex, request: SearchRequest, embed: Embed): Promise<Passage[]> {
  const [question] = await embed([request.question])
  if (!question) return []
  const terms = weighTerms(index.terms, request.question, index.count)
  const found = rank(index, question, terms, request.limit).map((ranked) => ({
    ranked,
    passage: toPassage(index, ranked),
  }))
  const detailed = found.slice(0, request.withUnits)
  await embedUnits(index, detailed, embed)
  for (const { passage, ranked } of detailed) addUnits(passage, index.units.get(ranked.chunk), question, terms)
  return found.map(({ passage }) => passage)
}

type Found = { ranked: Ranked; passage: Passage }

function toPassage(index: AgentIndex, { chunk, ...scores }: Ranked): Passage {
  return { ...index.record(chunk), ...scores, among: index.count, headingSimilarity: 0, units: [] }
}

async function embedUnits(index: AgentIndex, found: Found[], embed: Embed): Promise<void> {
  const unseen = found
    .filter(({ ranked }) => !index.units.has(ranked.chunk))
    .map(({ passage, ranked }) => ({ passage, chunk: ranked.chunk, units: unitsOf(passage.content) }))
  if (unseen.length === 0) return
  const texts = unseen.flatMap(({ passage, units }) => [
    headingText(passage),
    ...units.map((unit) => unitText(passage, unit)),
  ])
  const vectors = await embed(texts)
  let next = 0
  for (const { chunk, units } of unseen) {
    index.units.set(chunk, { units, vectors: vectors.slice(next, next + 1 + units.length) })
    next += 1 + units.length
  }
}

function addUnits(
  passage: Passage,
  embedded: EmbeddedUnits | undefined,
  question: Float32Array,
  terms: WeighedTerm[],
): void {
  const [heading, ...vectors] = embedded?.vectors ?? []
  if (!embedded || !heading) return
  passage.headingSimilarity = dot(heading, 0, question)
  passage.units = embedded.units.map((unit, at) => ({
    ...unit,
    similarity: dot(vectors[at]!, 0, question),
    coverage: coverageOf(unitText(passage, unit), terms),
  }))
}

/** The end of the path: what the passage itself is about. */
function headingText({ heading, title }: Passage): string {
  return heading?.split(' > ').at(-1) ?? title
}

/** A sentence leaves out what the heading or question above it has said. A mere title says little: "Notes", "Our shop". */
function unitText(passage: Passage, unit: Unit): string {
  const isMereTitle = unit.kind === 'sentence' && !/ > |[?？]\s*$/.test(passage.heading ?? '')
  return isMereTitle ? unit.text : embeddingText({ heading: headingText(passage), content: unit.text })
}
