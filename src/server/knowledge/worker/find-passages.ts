import { embeddingText } from '../chunk.ts'
import type { Passage, Unit } from '../types.ts'
import { unitsOf } from '../units.ts'
import { type AgentIndex, dot, type Ranked, rank } from './agent-index.ts'
import type { Embed } from './embedding-queue.ts'
import type { SearchRequest } from './messages.ts'
import { coverageOf, type WeighedTerm, weighTerms } from './term-index.ts'

/** Ranks an agent's chunks for a question, and the units of the best few, which are embedded here in one go. */
export async function findPassages(index: AgentIndex, request: SearchRequest, embed: Embed): Promise<Passage[]> {
  const [question] = await embed([request.question])
  if (!question) return []
  const terms = weighTerms(index.terms, request.question, index.count)
  const found = rank(index, question, terms, request.limit).map((ranked) => toPassage(index, ranked))
  await addUnits(found.slice(0, request.withUnits), question, terms, embed)
  return found
}

function toPassage(index: AgentIndex, { chunk, ...scores }: Ranked): Passage {
  return { ...index.record(chunk), ...scores, headingSimilarity: 0, units: [] }
}

async function addUnits(
  passages: Passage[],
  question: Float32Array,
  terms: WeighedTerm[],
  embed: Embed,
): Promise<void> {
  const work = passages.map((passage) => ({ passage, units: unitsOf(passage.content) }))
  const texts = work.flatMap(({ passage, units }) => [
    headingText(passage),
    ...units.map((unit) => unitText(passage, unit)),
  ])
  const vectors = await embed(texts)
  let next = 0
  const similarity = () => {
    const vector = vectors[next]
    next += 1
    return vector ? dot(vector, 0, question) : 0
  }
  for (const { passage, units } of work) {
    passage.headingSimilarity = similarity()
    passage.units = units.map((unit) => ({
      ...unit,
      similarity: similarity(),
      coverage: coverageOf(unitText(passage, unit), terms),
    }))
  }
}

/** The end of the path: what the passage itself is about. */
function headingText({ heading, title }: Passage): string {
  return heading?.split(' > ').at(-1) ?? title
}

/** A sentence leaves out what the heading above it has said. */
function unitText(passage: Passage, unit: Unit): string {
  return embeddingText({ heading: headingText(passage), content: unit.text })
}
