import { embeddingText } from '../chunk.ts'
import { isQuestion } from '../question-mark.ts'
import { SMALL_AGENT_CHUNKS } from '../small-agent.ts'
import type { AskedTerm, ChunkRecord, Passage, Unit } from '../types.ts'
import { unitsOf } from '../units.ts'
import { type AgentCopy, createAgentCopy } from './agent-copy.ts'
import { dot } from './dot.ts'
import { FULL_GRASP } from './embedder.ts'
import type { Embed } from './embedding-queue.ts'
import type { SearchRequest, Slice } from './messages.ts'
import { coverageOf, createRanking } from './ranking.ts'
import { CHUNKS_MAXIMUM, type EmbeddedUnits, type UnitCache, unitCacheBytes } from './unit-cache.ts'

/** Starts to rank chunks for a question. The caller passes those without room in the copy, then calls `finish`. */
export async function startSearch(copy: AgentCopy, request: SearchRequest, embed: Embed, grasp = FULL_GRASP) {
  const [question = new Float32Array(0)] = await embed([request.question])
  const isSmall = request.allOfSmall && copy.end === null && copy.count <= SMALL_AGENT_CHUNKS
  const limit = isSmall ? Math.max(request.limit, copy.count) : request.limit
  const withUnits = isSmall ? limit : request.withUnits
  const ranking = createRanking(request.question, question, limit, grasp.trust)
  const without = new Set(request.without)
  copy.rank(ranking, without)
  let passed = 0
  let passedBytes = 0
  return {
    request,
    /** The id of the first source whose chunks are to be passed; null when all are in the copy. */
    from: copy.end,
    /** How many bytes it would take to keep the passed chunks in memory. */
    get restBytes() {
      return passedBytes + unitCacheBytes(passed, question.length)
    },
    pass(slice: Slice): void {
      const passing = createAgentCopy()
      passing.add(slice, () => true)
      passing.commit(request.version, [])
      passing.rank(ranking, without, true)
      passed += passing.count
      passedBytes += passing.chunkBytes
    },
    /** Returns the best passages, the first `withUnits` of them, or all of a small agent's, with their units. Units that are not cached are embedded. */
    async finish(embed: Embed): Promise<Passage[]> {
      const terms = ranking.weighedTerms()
      const found = ranking.best().map(({ record, ...scores }): Passage => {
        return { ...record, ...scores, ...grasp, asked: terms, among: ranking.count, headingSimilarity: 0, units: [] }
      })
      const detailed = found.slice(0, withUnits)
      await (request.canWait ? embedUnits : embedUnitsOnce)(copy.units, detailed, embed)
      for (const passage of detailed) addUnits(passage, copy.units.get(passage.id), question, terms)
      return found
    },
  }
}

export type Search = Awaited<ReturnType<typeof startSearch>>

/**
 * Embeds the units of all of a small agent's chunks before a question finds them, because that takes most of the time
 * of an answer.
 * @param isWanted is asked before each chunk whether to go on
 */
export async function embedAhead(copy: AgentCopy, embed: Embed, isWanted: () => boolean): Promise<void> {
  if (copy.count > CHUNKS_MAXIMUM) return
  for (const record of [...copy.records()]) {
    if (!isWanted()) return
    await embedUnits(copy.units, [record], embed)
  }
}

/**
 * Embeds what no other question is embedding and waits for those that are: visitors who ask at once, after a training,
 * need the same units. Nobody waits for a job or for what is embedded ahead, as these wait for questions.
 */
async function embedUnitsOnce(cache: UnitCache, chunks: ChunkRecord[], embed: Embed): Promise<void> {
  const unseen = chunks.filter(({ id }) => !cache.has(id))
  const others = unseen.flatMap(({ id }) => cache.underWay.get(id) ?? [])
  const mine = unseen.filter(({ id }) => !cache.underWay.has(id))
  const own = embedUnits(cache, mine, embed)
  for (const { id } of mine) cache.underWay.set(id, own)
  try {
    await own
  } finally {
    for (const { id } of mine) cache.underWay.delete(id)
  }
  await Promise.allSettled(others)
  await embedUnits(cache, chunks, embed) // those with which another has failed
}

async function embedUnits(cache: UnitCache, chunks: ChunkRecord[], embed: Embed): Promise<void> {
  const unseen = chunks.filter(({ id }) => !cache.has(id)).map((chunk) => ({ chunk, units: unitsOf(chunk) }))
  if (unseen.length === 0) return
  const texts = unseen.flatMap(({ chunk, units }) => [
    headingText(chunk),
    ...units.map((unit) => unitText(chunk, unit)),
  ])
  const vectors = await embed(texts)
  let next = 0
  for (const { chunk, units } of unseen) {
    const own = vectors.slice(next, next + 1 + units.length)
    cache.set(chunk.id, { sourceId: chunk.sourceId, units, vectors: own })
    next += 1 + units.length
  }
}

function addUnits(
  passage: Passage,
  embedded: EmbeddedUnits | undefined,
  question: Float32Array,
  terms: AskedTerm[],
): void {
  const [heading, ...vectors] = embedded?.vectors ?? []
  if (!embedded || !heading) return
  passage.headingSimilarity = passage.trust * dot(heading, 0, question)
  passage.units = embedded.units.map((unit, at) => ({
    ...unit,
    similarity: passage.trust * dot(vectors[at]!, 0, question),
    coverage: coverageOf(unitText(passage, unit), terms),
  }))
}

/** The last heading of the path above a chunk, which says what the chunk is about; without headings the title. */
function headingText({ heading, title }: ChunkRecord): string {
  return heading?.split(' > ').at(-1) ?? title
}

/**
 * The text by which a unit is compared with a question: its heading and its own text, because the text doesn't repeat
 * what it is about. A mere title ("Notes", "Our shop") is not put before a sentence. The heading counts as a mere title
 * unless it is a question, or another heading or the document's title is above it.
 */
function unitText(chunk: ChunkRecord, unit: Unit): string {
  const isMereTitle = unit.kind === 'sentence' && !/ > /.test(chunk.heading ?? '') && !isQuestion(chunk.heading ?? '')
  return isMereTitle || chunk.heading === null
    ? unit.text
    : embeddingText({ heading: headingText(chunk), content: unit.text })
}
