import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { titleFromText } from '#server/features/sources/titles.ts'
import { chunkDocument, chunkQuestion, embeddingText } from '#server/knowledge/chunk.ts'
import { packChunks } from '#server/knowledge/pack.ts'
import type { Chunk, Passage } from '#server/knowledge/types.ts'
import { createAgentCopy } from '#server/knowledge/worker/agent-copy.ts'
import { loadBuiltInEmbedder } from '#server/knowledge/worker/built-in-embedder.ts'
import { startSearch } from '#server/knowledge/worker/find-passages.ts'
import type { QuestionSet } from './questions.ts'

const LIMIT = 6
const WITH_UNITS = 4

/** What is loaded as an agent's sources. A source's id is its number, or the number that the paragraph names. */
export type Material = Pick<QuestionSet, 'name' | 'paragraphs'>

/**
 * Searches as the server does, but in this process and with vectors kept in a file, so that a rule can be changed and
 * measured again within seconds. Returns the passages found for each question of a set.
 */
export async function createSearcher(cacheFolder: string) {
  const load = await createFinder(cacheFolder)
  return async (set: QuestionSet): Promise<Passage[][]> => {
    const { find, keep } = await load(set)
    const found: Passage[][] = []
    for (const { question } of set.asked) found.push(await find(question))
    keep()
    return found
  }
}

/** Loads material one after another. `find` searches what was loaded last; `keep` writes the vectors to the file. */
export async function createFinder(cacheFolder: string) {
  process.env.ORT_DISABLE_TELEMETRY = '1'
  const embedder = await loadBuiltInEmbedder()
  const units = new Map<string, NonNullable<ReturnType<ReturnType<typeof createAgentCopy>['units']['get']>>>()

  return async ({ name, paragraphs }: Material) => {
    units.clear()
    const vectors = readVectors(`${cacheFolder}/${name}`)
    let isNew = false
    const embed = async (texts: string[]) => {
      const found: Float32Array[] = []
      for (const text of texts) {
        let vector = vectors.get(text)
        if (!vector) {
          vector = (await embedder.embed([text]))[0]!
          vectors.set(text, vector)
          isNew = true
        }
        found.push(vector)
      }
      return found
    }
    const copy = createAgentCopy({
      size: 0,
      has: (id) => units.has(id),
      get: (id) => units.get(id),
      set: (id, one) => void units.set(id, one),
      forget: () => {},
      underWay: new Map(),
    })
    for (const [number, { title, text, question, source = number }] of paragraphs.entries()) {
      const texts =
        question === undefined ? chunkDocument({ title, markdown: text }) : chunkQuestion({ question, answer: text })
      const embedded = await embed(texts.map(embeddingText))
      const chunks = texts.map((chunk, at): Chunk => {
        const sourceId = String(source).padStart(6, '0')
        return {
          ...chunk,
          id: `${number}-${at}`,
          sourceId,
          title: title || titleFromText(text),
          url: null,
          embedding: embedded[at]!,
        }
      })
      copy.add(packChunks(chunks), () => true)
    }
    copy.commit(1, [])
    return {
      async find(question: string): Promise<Passage[]> {
        const how = { limit: LIMIT, withUnits: WITH_UNITS, allOfSmall: true, without: [], canWait: false }
        const request = { agentId: name, version: 1, question, ...how }
        return (await startSearch(copy, request, embed, embedder.graspOf?.(question))).finish(embed)
      },
      keep: () => isNew && writeVectors(`${cacheFolder}/${name}`, vectors),
    }
  }
}

function readVectors(file: string): Map<string, Float32Array> {
  if (!existsSync(`${file}.json`)) return new Map()
  const texts = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as string[]
  const bytes = readFileSync(`${file}.bin`)
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const length = numbers.length / texts.length
  return new Map(texts.map((text, at) => [text, numbers.slice(at * length, (at + 1) * length)]))
}

function writeVectors(file: string, vectors: Map<string, Float32Array>): void {
  writeFileSync(`${file}.json`, JSON.stringify([...vectors.keys()]))
  writeFileSync(
    `${file}.bin`,
    Buffer.concat([...vectors.values()].map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength))),
  )
}
