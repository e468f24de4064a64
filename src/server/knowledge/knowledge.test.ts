import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { chunkDocument, embeddingText } from './chunk.ts'
import { createKnowledge, type Knowledge } from './knowledge.ts'
import { toBytes } from './pack.ts'
import type { Chunk } from './types.ts'

const knowledge = createKnowledge()
afterAll(() => knowledge.close())

const SHOP = `# Hours

We are open Monday to Friday from 9 to 17.

# Returns

Unused goods can be returned within 30 days. Refunds take a week.

# Payment

We take Visa and PayPal.`

async function chunksOf(markdown: string, using: Knowledge = knowledge): Promise<Chunk[]> {
  const texts = chunkDocument({ title: 'Shop', markdown })
  const vectors = await using.embed(texts.map(embeddingText))
  return texts.map((text, index) => {
    // A database driver may give bytes that begin at an odd place in a larger buffer.
    const buffer = new Uint8Array(vectors[index]!.byteLength + 1)
    buffer.set(toBytes(vectors[index]!), 1)
    return { ...text, id: `c${index}`, sourceId: 's1', title: 'Shop', url: null, embedding: buffer.subarray(1) }
  })
}

/** Chunks with vectors made up cheaply, for what depends on numbers only. */
function manyChunks(count: number, seed = 1): Chunk[] {
  let state = seed
  const random = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  return Array.from({ length: count }, (_, index) => {
    const embedding = Float32Array.from({ length: 384 }, () => (random() - 0.5) / 5.6)
    const content = `Part ${index} speaks of item${Math.floor(random() * 5_000)} and item${Math.floor(random() * 5_000)}.`
    return { id: `${index}`, sourceId: 's', title: 'T', url: null, heading: null, content, embedding }
  })
}

describe('embed', () => {
  it('gives unit vectors in the order asked, near for near meanings', async () => {
    const long = 'A long text about something else altogether, namely the weather in the mountains. '.repeat(6)
    const texts = ['The cat sleeps.', long, 'A kitten is napping.', 'Tax law', '']
    const vectors = await knowledge.embed(texts)
    const cosine = (a: number, b: number) => vectors[a]!.reduce((sum, value, at) => sum + value * vectors[b]![at]!, 0)
    for (const index of texts.keys()) expect(cosine(index, index)).toBeCloseTo(1, 4)
    expect(vectors[0]).toHaveLength(384)
    expect(cosine(0, 2)).toBeGreaterThan(0.6)
    expect(cosine(0, 3)).toBeLessThan(0.3)
  })
})

describe('similarities', () => {
  it('says of each text how near it is to another, and counts little on a language the embedder does not know', async () => {
    const others = ['Book a demo of our product.', 'Apply for a job as a mechanic.', 'Book a demo of our product.']
    const [demo, job, again] = await knowledge.similarities('Could you show us the software?', others)
    expect(demo).toBeGreaterThan(job!)
    expect(again).toBe(demo)
    expect(await knowledge.similarities('Could you show us the software?', others)).toEqual([demo, job, again])
    expect((await knowledge.similarities('제품을 보여 주세요', others))[0]).toBeLessThan(0.2)
    expect(await knowledge.similarities('anything', [])).toEqual([])
  })
})

describe('search', () => {
  it('gives a text the same vector whatever else is embedded with it', async () => {
    const question = 'When are you open?'
    const [alone] = await knowledge.embed([question])
    const together = await knowledge.embed([SHOP.repeat(3), question, 'Wann haben Sie geöffnet?', 'x'])
    expect(together[1]).toEqual(alone)
  })

  it('finds the passage that answers, with the sentence that does', async () => {
    const chunks = await chunksOf(SHOP)
    const [best, ...others] = await knowledge.search({
      agentId: 'shop',
      version: 1,
      question: 'How long do refunds take?',
      load: () => [chunks],
    })
    expect(best).toMatchObject({ id: 'c1', sourceId: 's1', title: 'Shop', heading: 'Shop > Returns', among: 3 })
    expect(others).toHaveLength(2)
    const sentence = best!.units.reduce((one, other) => (other.similarity > one.similarity ? other : one))
    expect(sentence).toMatchObject({ text: 'Refunds take a week.', kind: 'sentence', coverage: 1 })
  })

  it('finds the same for a job as for a visitor, to the bit, though two threads embed for a job', async () => {
    const [forVisitors, forJobs] = [createKnowledge(), createKnowledge()]
    const [one, other] = await Promise.all(
      [forVisitors, forJobs].map(async (using) => {
        const chunks = await chunksOf(SHOP, using)
        const search = { agentId: 'shop', version: 1, load: () => [chunks], canWait: using === forJobs }
        const questions = [
          'How long do refunds take?',
          'When are you open?',
          'Do you take PayPal?',
          'When are you open?',
        ]
        const found = await Promise.all(questions.map((question) => using.search({ ...search, question })))
        await using.close()
        return found
      }),
    )
    expect(one![0]![0]!.units.length).toBeGreaterThan(1)
    expect(other).toEqual(one)
  })

  it('ranks exactly: cosine and four fifths of the words’ weight', async () => {
    const chunks = manyChunks(2_000)
    const question = 'Which part speaks of item77?'
    const [vector] = await knowledge.embed([question])
    const found = await knowledge.search({
      agentId: 'many',
      version: 1,
      question,
      load: () => [chunks],
      limit: 25,
      withUnits: 0,
    })
    const cosines = new Map(
      chunks.map(({ id, embedding }) => [
        id,
        (embedding as Float32Array).reduce((sum, value, at) => sum + value * vector![at]!, 0),
      ]),
    )
    for (const passage of found) {
      expect(passage.similarity).toBeCloseTo(cosines.get(passage.id)!, 4)
      expect(passage.score).toBeCloseTo(passage.similarity + 0.8 * passage.coverage, 4)
      expect(passage.units).toEqual([])
    }
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(found[0]!.content).toContain('item77')
    const missed = Math.max(
      ...chunks.filter(({ id }) => !found.some((passage) => passage.id === id)).map(({ id }) => cosines.get(id)!),
    )
    expect(scores.at(-1)).toBeGreaterThanOrEqual(missed)
  })

  it('loads an agent once a version, however many ask at once', async () => {
    let loads = 0
    const ask = (version: number) =>
      knowledge.search({
        agentId: 'busy',
        version,
        question: 'item5',
        withUnits: 0,
        load: () => {
          loads += 1
          return [manyChunks(1_200, version)]
        },
      })
    await Promise.all(Array.from({ length: 8 }, () => ask(1)))
    await ask(1)
    expect(loads).toBe(1)
    await Promise.all([ask(2), ask(2)])
    expect(loads).toBe(2)
    knowledge.forget('busy')
    await ask(2)
    expect(loads).toBe(3)
  })

  it('finds nothing for an agent without chunks, and says why loading failed', async () => {
    const empty = { agentId: 'empty', version: 0, question: 'Anything?' }
    expect(await knowledge.search({ ...empty, load: () => [] })).toEqual([])
    const failing = { agentId: 'failing', version: 0, question: 'Anything?' }
    const load = async function* (): AsyncGenerator<Chunk[]> {
      yield manyChunks(3)
      throw new Error('no database')
    }
    await expect(knowledge.search({ ...failing, load })).rejects.toThrow('no database')
    expect(await knowledge.search({ ...failing, load: () => [] })).toEqual([])
  })

  it('ranks by words alone where chunks come from another embedding model', async () => {
    const chunks = manyChunks(50).map((chunk) => ({ ...chunk, embedding: new Float32Array(8) }))
    chunks[7]!.content = 'The zebra eats grass.'
    const [best] = await knowledge.search({
      agentId: 'other',
      version: 1,
      question: 'zebra grass',
      load: () => [chunks],
      withUnits: 0,
    })
    expect(best).toMatchObject({ id: '7', similarity: 0, coverage: 1 })
  })

  it('lets the agent leave that was asked longest ago when memory is full', async () => {
    const small = createKnowledge({ memoryBytes: 20_000_000 })
    let loads = ''
    const ask = (agentId: string) =>
      small.search({
        agentId,
        version: 1,
        question: 'item1',
        withUnits: 0,
        load: () => {
          loads += agentId
          return [manyChunks(1_000)]
        },
      })
    for (const agentId of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(agentId)
    expect(loads).toBe('abcb')
    const stats = await small.stats()
    expect(stats).toMatchObject({ agents: 2, evicted: 2, loads: 4 })
    expect(stats.bytes).toBeLessThan(20_000_000)
    await small.close()
  })

  it('embeds a small agent’s sentences ahead of questions, and keeps them when it learns more', async () => {
    const own = createKnowledge()
    const [first, ...others] = await chunksOf(SHOP, own)
    const learnt = { ...first!, sourceId: 'learnt later' }
    const ask = (version: number, withUnits: number) =>
      own.search({
        ...{ agentId: 'shop', version, question: 'Open?', limit: 1, withUnits },
        load: () => [version === 1 ? others : [learnt]],
        changedSince: async () => [learnt.sourceId],
      })
    const detailed = async () => (await own.stats()).detailed
    await ask(1, 1)
    await expect.poll(detailed).toBe(2)
    await ask(2, 0)
    expect(await detailed()).toBe(2)
    await ask(2, 1)
    await expect.poll(detailed).toBe(3)
    await own.close()
  })

  it('answers questions while training embeds', async () => {
    const chunks = await chunksOf(SHOP)
    const finished: string[] = []
    const texts = Array.from(
      { length: 150 },
      (_, index) => `Passage ${index}: ${'some words to be embedded '.repeat(20)}`,
    )
    const training = knowledge.embed(texts).then(() => finished.push('training'))
    for (let asked = 0; asked < 3; asked += 1) {
      await knowledge.search({
        agentId: 'shop2',
        version: 1,
        question: `Open on day ${asked}?`,
        load: () => [chunks],
      })
      finished.push('question')
    }
    await training
    expect(finished).toEqual(['question', 'question', 'question', 'training'])
  })
})

describe('the process', () => {
  it('does not load the model’s runtime, nor start a thread, before anything is embedded', () => {
    const script = `
      const { createKnowledge } = await import(${JSON.stringify(new URL('./knowledge.ts', import.meta.url).href)})
      const knowledge = createKnowledge()
      knowledge.forget('nobody')
      const stats = await knowledge.stats()
      const threads = process.getActiveResourcesInfo().filter((name) => name.includes('Message') || name.includes('Worker'))
      console.log(JSON.stringify({ stats, threads, megabytes: process.memoryUsage().rss / 1e6 }))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    const seen = JSON.parse(stdout)
    expect(seen.stats.agents).toBe(0)
    expect(seen.threads).toEqual([])
    expect(seen.megabytes).toBeLessThan(120)
  })

  it('refuses calls after close', async () => {
    const closed = createKnowledge()
    await closed.embed(['warm'])
    const pending = closed.embed(['never '.repeat(500)])
    const refused = expect(pending).rejects.toThrow('shutting down')
    await closed.close()
    await refused
    await expect(closed.embed(['x'])).rejects.toThrow('closed')
  })
})
