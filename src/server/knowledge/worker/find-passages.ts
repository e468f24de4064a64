import { embeddingText } from '../chunk.ts'
import type { Passage, Unit } from '../types.ts'
import { unitsOf } from '../units.ts'
import { type AgentIndex, type ChunkRecord, type Ranked, rank } from './agent-index.ts'
import { dot } from './dot-products.ts'
import type { Embed } from './embedding-queue.ts'
import type { SearchRequest } from './messages.ts'
import { coverageOf, type WeighedTerm, weighTerms } from './term-index.ts'
import { CHUNKS_MAXIMUM, type EmbeddedUnits } from './unit-cache.ts'

/** Ranks an agent's chunks for a question, and the units of the best few. Those not seen lately are embedded here in one go. */
export async function findPassages(index: AgentIndex, request: SearchRequest, embed: Embed): Promise<Passage[]> {
  const [question] = await embed([request.question])
  if (!question) return []
  const terms = weighTerms(index.terms, request.question, index.count)
  const found = rank(index, question, terms, request.limit).map((ranked) => toPassage(index, ranked))
  const detailed = found.slice(0, request.withUnits)
  await embedUnits(index, detailed, embed)
  for (const passage of detailed) addUnits(passage, index.units.get(passage.id), question, terms)
  return found
}

/**
 * Embeds what all of a small agent's chunks consist of, ahead of the questions that find them: that is most of what an
 * answer takes.
 * @param isWanted asked before each chunk
 */
export async function embedAhead(index: AgentIndex, embed: Embed, isWanted: () => boolean): Promise<void> {
  if (index.count > CHUNKS_MAXIMUM) return
  for (let chunk = 0; chunk < index.count && isWanted(); chunk += 1)
    await embedUnits(index, [index.record(chunk)], embed)
}

function toPassage(index: AgentIndex, { chunk, ...scores }: Ranked): Passage {
  return { ...index.record(chunk), ...scores, among: index.count, headingSimilarity: 0, units: [] }
}

async function embedUnits(index: AgentIndex, chunks: ChunkRecord[], embed: Embed): Promise<void> {
  const unseen = chunks
    .filter(({ id }) => !index.units.has(id))
    .map((chunk) => ({ chunk, units: unitsOf(chunk.content) }))
  if (unseen.length === 0) return
  const texts = unseen.flatMap(({ chunk, units }) => [
    headingText(chunk),
    ...units.map((unit) => unitText(chunk, unit)),
  ])
  const vectors = await embed(texts)
  let next = 0
  for (const { chunk, units } of unseen) {
    index.units.set(chunk.id, { units, vectors: vectors.slice(next, next + 1 + units.length) })
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
function headingText({ heading, title }: ChunkRecord): string {
  return heading?.split(' > ').at(-1) ?? title
}

/** A sentence leaves out what the heading or question above it has said. A mere title says little: "Notes", "Our shop". */
function unitText(chunk: ChunkRecord, unit: Unit): string {
  const isMereTitle = unit.kind === 'sentence' && !/ > |[?？]\s*$/.test(chunk.heading ?? '')
  return isMereTitle ? unit.text : embeddingText({ heading: headingText(chunk), content: unit.text })
}
