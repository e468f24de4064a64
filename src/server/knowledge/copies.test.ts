import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createKnowledge } from './knowledge.ts'
import type { Chunk } from './types.ts'

const WORDS = ['harbour', 'ticket', 'oil', 'lamp', 'crowns', 'straw', 'tower', 'well']
const QUESTIONS = ['Which ticket is for the tower?', 'oil lamp', 'How many crowns?', 'nothing of all that']

/** A database of one agent's chunks, with what each version of them has changed. */
function createBook() {
  const sources = new Map<string, Chunk[]>()
  const changes: string[] = []
  let trainings = 0
  const loaded: string[] = []
  const all = () => [...sources.keys()].toSorted().flatMap((id) => sources.get(id)!)
  return {
    loaded,
    get version() {
      return changes.length
    },
    train(sourceId: string, texts: string[]): void {
      trainings += 1
      const chunks = texts.map((content, at) => {
        // There are only two different vectors, so that many chunks score alike.
        const embedding = new Float32Array(384).fill(0.05).fill(content.length % 3 === 0 ? 0.01 : 0.04, 100)
        return { id: `${trainings}-${at}`, sourceId, title: 'T', url: null, heading: null, content, embedding }
      })
      sources.set(sourceId, chunks)
      changes.push(sourceId)
    },
    remove(sourceId: string): void {
      sources.delete(sourceId)
      changes.push(sourceId)
    },
    *load(which: { sources?: string[]; from?: string } = {}): Generator<Chunk[]> {
      const { sources: only, from = '' } = which
      const found = all().filter(({ sourceId }) => sourceId >= from && (!only || only.includes(sourceId)))
      for (let at = 0; at < found.length; at += 7) yield found.slice(at, at + 7)
      loaded.push(...new Set(found.map(({ sourceId }) => sourceId)))
    },
    changedSince: async (version: number) => changes.slice(version),
  }
}
const SMALL_BYTES = 1_100_000 // room for a few sources
const TINY_BYTES = 50_000 // room for a few chunks

type Book = ReturnType<typeof createBook>

const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      source: fc.integer({ min: 0, max: 9 }),
      words: fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 12,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ source: fc.integer({ min: 0, max: 9 }), words: fc.constant(null) }) },
)

describe('a copy that changes with its sources', () => {
  const changed = createKnowledge()
  const fresh = createKnowledge()
  const warnings: object[] = []
  const log = { warn: (fields: object) => void warnings.push(fields) }
  const small = createKnowledge({ memoryBytes: SMALL_BYTES, log })
  const tiny = createKnowledge({ memoryBytes: TINY_BYTES })
  afterAll(() => Promise.all([changed.close(), fresh.close(), small.close(), tiny.close()]))

  const ask = (book: Book, agentId: string, question: string, whole = false) => ({
    agentId,
    question,
    version: book.version,
    limit: 8,
    withUnits: 0,
    load: book.load,
    ...(!whole && { changedSince: book.changedSince }),
  })

  it('ranks as one that is loaded anew, whatever was trained, trained again and deleted', async () => {
    let agents = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 6 }), async (rounds) => {
        agents += 1
        const book = createBook()
        for (const [round, steps] of rounds.entries()) {
          for (const { source, words } of steps)
            if (words)
              book.train(
                `source${source}`,
                words.map((some) => some.join(' ')),
              )
            else book.remove(`source${source}`)
          for (const question of QUESTIONS) {
            const expected = await fresh.search(ask(book, `agent${agents}-${round}`, question, true))
            expect(await changed.search(ask(book, `agent${agents}`, question))).toEqual(expected)
            expect(await tiny.search(ask(book, `agent${agents}`, question))).toEqual(expected)
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  it('loads the sources that have changed, and no other', async () => {
    const book = createBook()
    for (let source = 0; source < 20; source += 1) book.train(`s${10 + source}`, ['harbour', 'ticket'])
    await changed.search(ask(book, 'few', 'harbour'))
    book.loaded.length = 0
    book.train('s12', ['the new tower'])
    book.remove('s15')
    const [best] = await changed.search(ask(book, 'few', 'tower'))
    expect(best).toMatchObject({ content: 'the new tower', among: 18 * 2 + 1 })
    expect(book.loaded).toEqual(['s12'])
  })

  it('serves a question that was asked before the last change', async () => {
    const book = createBook()
    book.train('s1', ['harbour'])
    const before = ask(book, 'behind', 'harbour')
    book.train('s2', ['tower'])
    await changed.search(ask(book, 'behind', 'tower'))
    book.loaded.length = 0
    expect(await changed.search(before)).toHaveLength(2)
    expect(book.loaded).toEqual([])
  })

  it('loads all when it is not known what has changed, and once for many who ask', async () => {
    const book = createBook()
    for (const source of ['s1', 's2']) book.train(source, ['harbour'])
    await changed.search(ask(book, 'unknown', 'harbour'))
    book.train('s2', ['tower'])
    book.loaded.length = 0
    const asking = { ...ask(book, 'unknown', 'harbour'), changedSince: async () => undefined }
    const found = await Promise.all([1, 2, 3].map(() => changed.search(asking)))
    for (const passages of found) expect(passages.map(({ content }) => content)).toEqual(['harbour', 'tower'])
    expect(book.loaded).toEqual(['s1', 's2'])
  })

  it('keeps within its memory, says once what does not fit, and finds it all the same', async () => {
    const book = createBook()
    const texts = Array.from({ length: 40 }, (_, at) => `${WORDS[at % 8]} ${at}`)
    for (let source = 0; source < 30; source += 1) book.train(`s${10 + source}`, texts)
    for (const question of QUESTIONS) {
      const found = await small.search(ask(book, 'large', question))
      expect(found).toEqual(await fresh.search(ask(book, 'large', question)))
      expect(found[0]?.among).toBe(30 * 40)
    }
    const { bytes, chunks } = await small.stats()
    expect(bytes).toBeLessThanOrEqual(SMALL_BYTES)
    expect(warnings).toEqual([{ agent_id: 'large', chunks_in_memory: chunks }])

    for (let source = 1; source < 30; source += 1) book.remove(`s${10 + source}`)
    await small.search(ask(book, 'large', 'tower')) // finds that it fits by now
    await small.search(ask(book, 'large', 'tower'))
    book.loaded.length = 0
    await small.search(ask(book, 'large', 'tower'))
    expect(book.loaded).toEqual([])
  })
})
