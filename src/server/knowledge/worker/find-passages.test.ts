import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packChunks } from '../pack.ts'
import { searchTermsOf } from '../terms.ts'
import type { Chunk } from '../types.ts'
import { type AgentCopy, createAgentCopy } from './agent-copy.ts'
import { dot } from './dot.ts'
import type { Embed } from './embedding-queue.ts'
import { startSearch } from './find-passages.ts'

const LIMIT = 5
const PAGE_CHUNKS = 7
const WORDS = ['harbour', 'tickets', 'oil', 'lamp', 'crowns', 'the', 'tower_light', 'été', '東京都', 'well']

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '))
// Few different vectors, so that many chunks score alike and their order decides.
const vector = fc
  .array(fc.constantFrom(0, 0.3, -0.7), { minLength: 3, maxLength: 3 })
  .map((all) => Float32Array.from(all))
const source = fc.array(fc.record({ heading: fc.option(text), content: text, embedding: vector }), { maxLength: 10 })
const sources = fc.array(source, { maxLength: 12 }).map((all) => {
  return all.map((chunks, at): Chunk[] => {
    const sourceId = `s${100 + at}`
    return chunks.map((chunk, place) => ({ ...chunk, id: `${sourceId}-${place}`, sourceId, title: 'T', url: null }))
  })
})

/** The best chunks, each scored by itself and all of them sorted. */
function sortedByScore(chunks: Chunk[], question: string, vector: Float32Array) {
  const terms = [...new Set(searchTermsOf(question))]
  const termsIn = chunks.map(({ heading, content }) => new Set(searchTermsOf(`${heading ?? ''}\n${content}`)))
  const weights = terms.map((term) => {
    const having = termsIn.filter((own) => own.has(term)).length
    return Math.log(1 + (chunks.length - having + 0.5) / (having + 0.5))
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return chunks
    .map(({ embedding, ...record }, chunk) => {
      const similarity = Math.fround(dot(embedding as Float32Array, 0, vector))
      const shares = weights.filter((_, at) => termsIn[chunk]!.has(terms[at]!)).map((weight) => weight / total)
      const coverage = shares.reduce((sum, share) => Math.fround(sum + share), 0)
      return { ...record, score: similarity + 0.8 * coverage, similarity, coverage }
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, LIMIT)
}

function* pagesOf(chunks: Chunk[]): Generator<Chunk[]> {
  for (let at = 0; at < chunks.length; at += PAGE_CHUNKS) yield chunks.slice(at, at + PAGE_CHUNKS)
}

describe('a search', () => {
  it('finds what scoring each chunk by itself and sorting all finds, to the bit, without some of the sources', async () => {
    const some = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
    const property = fc.asyncProperty(
      ...[sources, text, vector, some, some, fc.option(fc.nat({ max: 12 }))],
      async (all, question, vector, isLate, isGone, firstPassed) => {
        const inMemory = all.slice(0, firstPassed ?? all.length)
        const passed = all.slice(inMemory.length)
        const copy = createAgentCopy()
        // Sources that are trained later come into the copy later, whatever their place in the order.
        for (const late of [false, true]) {
          for (const page of pagesOf(inMemory.filter((_, at) => isLate[at] === late).flat()))
            copy.add(packChunks(page), () => true)
          copy.commit(late ? 2 : 1, [])
        }
        const without = all.flatMap(([chunk], at) => (chunk && isGone[at] ? [chunk.sourceId] : []))
        const left = all.filter((_, at) => !isGone[at]).flat()
        const request = { agentId: 'a', version: 2, question, limit: LIMIT, withUnits: 0, without, canWait: false }
        const search = await startSearch(copy, request, async () => [vector])
        for (const page of pagesOf(passed.flat())) search.pass(packChunks(page))
        const found = await search.finish(async () => [])
        const ranked = found.map(({ among, asked, trust, whole, headingSimilarity, units, ...passage }) => passage)
        expect(ranked).toEqual(sortedByScore(left, question, vector))
        for (const { among } of found) expect(among).toBe(left.length)
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })

  const shop = (): AgentCopy => {
    const copy = createAgentCopy()
    const contents = ['The harbour has three towers. The oil is sold here.', 'Tickets cost ten crowns.']
    const chunks = contents.map((content, at) => {
      const ids = { id: `s-${at}`, sourceId: 's', title: 'T', url: null }
      return { ...ids, heading: null, content, embedding: Float32Array.of(1, 0, 0) }
    })
    copy.add(packChunks(chunks), () => true)
    copy.commit(1, [])
    return copy
  }
  const ask = async (copy: AgentCopy, canWait: boolean, embed: Embed) => {
    const request = { agentId: 'a', version: 1, question: 'Oil?', limit: LIMIT, withUnits: LIMIT, without: [], canWait }
    const search = await startSearch(copy, request, async () => [Float32Array.of(1, 0, 0)])
    return search.finish(embed)
  }

  it('embeds what several questions need at once a single time, and by itself what another failed with', async () => {
    const copy = shop()
    const embedded: string[] = []
    const embed: Embed = async (texts) => {
      embedded.push(...texts)
      await delay(1)
      return texts.map(() => Float32Array.of(1, 0, 0))
    }
    const fail = () => delay(1).then(() => Promise.reject(new Error('The server is away.')))
    const [failed, second] = await Promise.allSettled([ask(copy, false, fail), ask(copy, false, embed)])
    expect([failed.status, second.status]).toEqual(['rejected', 'fulfilled'])
    const again = shop()
    const once = embedded.splice(0)
    expect(once.length).toBeGreaterThan(3)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(again, false, embed)))
    expect(embedded).toEqual(once)
    for (const passages of answers) expect(passages.every(({ units }) => units.length > 0)).toBe(true)
  })

  it('keeps no units of chunks that a training has replaced', async () => {
    const copy = shop()
    const embed: Embed = async (texts) => texts.map(() => Float32Array.of(1, 0, 0))
    await ask(copy, false, embed)
    expect(copy.units.size).toBe(2)
    const trained = { id: 't-0', sourceId: 't', title: 'T', url: null, heading: null, content: 'Lamps are sold here.' }
    copy.add(packChunks([{ ...trained, embedding: Float32Array.of(1, 0, 0) }]), () => true)
    copy.commit(2, ['t'])
    await ask(copy, false, embed)
    expect(copy.units.size).toBe(3)
    copy.add(packChunks([{ ...trained, id: 't-1', embedding: Float32Array.of(1, 0, 0) }]), () => true)
    copy.commit(3, ['t'])
    expect([copy.units.size, copy.units.has('s-0'), copy.units.has('t-0')]).toEqual([2, true, false])
    copy.commit(4, ['s', 't'])
    expect(copy.units.size).toBe(0)
  })

  it('does not wait for a job, which waits for questions', async () => {
    const copy = shop()
    let go = () => {}
    const job = ask(copy, true, async (texts) => {
      await new Promise<void>((resolve) => (go = resolve))
      return texts.map(() => Float32Array.of(1, 0, 0))
    })
    await delay(1)
    const found = await ask(copy, false, async (texts) => texts.map(() => Float32Array.of(1, 0, 0)))
    expect(found).toHaveLength(2)
    go()
    expect(await job).toHaveLength(2)
  })
})
