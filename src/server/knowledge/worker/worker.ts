import { parentPort, workerData } from 'node:worker_threads'
import { shortageOf } from '../../process/shortage.ts'
import { type AgentCopy, createAgentCopy } from './agent-copy.ts'
import { dot } from './dot.ts'
import { createEmbeddingQueue, type Embed } from './embedding-queue.ts'
import { embedAhead, type Search, startSearch } from './find-passages.ts'
import { createKeptVectors } from './kept-vectors.ts'
import { createMemory } from './memory.ts'
import type { Answer, Change, Request, SearchRequest, WorkerOptions } from './messages.ts'
import { createSecondModel } from './second-model-link.ts'

const port = parentPort
if (!port) throw new Error('This file is the knowledge worker and runs in a thread only.')
const { server, memoryBytes } = workerData as WorkerOptions
const memory = createMemory(memoryBytes)
const loads = new Map<number, { agentId: string; copy: AgentCopy; sources: string[] }>()
const searches = new Map<number, Search>()
const secondModel = createSecondModel()
let loadCount = 0
// The model's runtime is imported at first use, so that a process that never embeds stays small.
const embeddings = createEmbeddingQueue(async () =>
  server
    ? (await import('./remote-embedder.ts')).createRemoteEmbedder(server)
    : (await import('./built-in-embedder.ts')).loadBuiltInEmbedder(secondModel),
)

async function handle(request: Request): Promise<void> {
  switch (request.kind) {
    case 'embed':
      return embed(request.id, request.texts)
    case 'embed-question':
      return embedQuestion(request.id, request.text)
    case 'search':
      return search(request.id, request)
    case 'compare':
      return answer({ kind: 'compared', id: request.id, similarities: await compare(request) })
    case 'pass':
      searches.get(request.searchId)?.pass(request.slice)
      return answer({ kind: 'taken', id: request.id, isWhole: true, count: 0 })
    case 'passed':
      return finishSearch(request.id, request.searchId)
    case 'load':
      return load(request.id, request.agentId, request.change)
    case 'slice':
      loads.get(request.loadId)?.copy.add(request.slice, (bytes) => hasRoom(request.loadId, bytes))
      return answer({ kind: 'taken', id: request.id, ...statusOf(request.loadId) })
    case 'commit': {
      const change = loads.get(request.loadId)
      change?.copy.commit(request.version, change.sources)
      loadCount += 1
      answer({ kind: 'taken', id: request.id, ...statusOf(request.loadId) })
      return void loads.delete(request.loadId)
    }
    case 'cancel':
      loads.get(request.ofId)?.copy.rollback()
      loads.delete(request.ofId)
      return void searches.delete(request.ofId)
    case 'forget':
      return void memory.forget(request.agentId)
    case 'second-model':
      return secondModel.connect(request.port)
    case 'stats':
      return answer({ kind: 'stats', id: request.id, stats: { ...memory.stats(), loads: loadCount } })
    case 'close':
      process.exit() // This ends only the thread, and never while the model runs, which blocks it.
  }
}

const QUESTIONS_KEPT = 2_048 // for the checks of two agents, which have up to 1,000 each; as vectors they take 3 MB
const keptVectors = createKeptVectors(QUESTIONS_KEPT)

async function search(id: number, request: SearchRequest): Promise<void> {
  const { agentId, version } = request
  const copy = memory.get(agentId, version)
  if (!copy) return answer({ kind: 'missing', id, version: memory.latest(agentId)?.version ?? null })
  await embedFor(request, async (embed) => {
    const grasp = await embeddings.graspOf(request.question)
    const started = await startSearch(copy, request, keptVectors(embed), grasp)
    if (started.from === null) return answer({ kind: 'found', id, passages: await started.finish(embed) })
    searches.set(id, started)
    answer({ kind: 'partial', id, from: started.from })
  })
  if (request.withUnits > 0) prepare(agentId, copy)
}

async function finishSearch(id: number, searchId: number): Promise<void> {
  const started = searches.get(searchId)
  if (!started) throw new Error('There is no such search under way.')
  searches.delete(searchId)
  const { request } = started
  answer({ kind: 'found', id, passages: await embedFor(request, (embed) => started.finish(embed)) })
  // There may be room by now for what the copy lacks: the copy is dropped, so that the next question loads it anew.
  if (memory.isRoomy(started.restBytes)) memory.forget(request.agentId)
}

const embedFor = <Result>({ canWait }: SearchRequest, work: (embed: Embed) => Promise<Result>) =>
  canWait ? embeddings.forJob(work) : embeddings.forQuestion(work)

/** Compares a text with each of `others` by meaning: `trust` in the text's language × the cosine of the two. */
function compare({ text, others }: { text: string; others: string[] }): Promise<number[]> {
  return embeddings.forQuestion(async (embed) => {
    const { trust } = await embeddings.graspOf(text)
    const [vector, ...vectors] = await keptVectors(embed)([text, ...others])
    return vectors.map((other) => trust * dot(other, 0, vector!))
  })
}

/**
 * Starts a load. A change is loaded into the agent's copy, which must be of the version that the change begins from;
 * everything is loaded into a new copy.
 */
function load(id: number, agentId: string, change: Change | null): void {
  const latest = memory.latest(agentId)
  if (change && latest?.version !== change.since) {
    answer({ kind: 'missing', id, version: latest?.version ?? null })
    return
  }
  const copy = change && latest ? latest : createAgentCopy()
  memory.put(agentId, copy)
  loads.set(id, { agentId, copy, sources: change?.sources ?? [] })
  answer({ kind: 'taken', id, ...statusOf(id) })
}

function hasRoom(loadId: number, bytes: number): boolean {
  const change = loads.get(loadId)
  return change !== undefined && memory.hasRoom(change.agentId, bytes)
}

function statusOf(loadId: number): { isWhole: boolean; count: number } {
  const copy = loads.get(loadId)?.copy
  return { isWhole: !copy || copy.end === null, count: copy?.count ?? 0 }
}

const prepared = new WeakMap<AgentCopy, number | null>()

/** Embeds a small agent's units when idle, once a version; not by an embeddings server, which may cost money. */
function prepare(agentId: string, copy: AgentCopy): void {
  const { version } = copy
  if (server || prepared.get(copy) === version) return
  prepared.set(copy, version)
  const isWanted = () => memory.latest(agentId) === copy && copy.version === version
  embedAhead(copy, embeddings.whenIdle, isWanted).catch(() => {}) // A search that needs them reports the error.
}

async function embed(id: number, texts: string[]): Promise<void> {
  const vectors = await embeddings.forTraining(texts)
  const dimensions = vectors[0]?.length ?? 0
  const packed = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, index) => {
    packed.set(vector, index * dimensions)
  })
  answer({ kind: 'embedded', id, vectors: packed, dimensions }, [packed.buffer])
}

async function embedQuestion(id: number, text: string): Promise<void> {
  const [vector] = await embeddings.forQuestion((embed) => embed([text]))
  const { trust } = await embeddings.graspOf(text)
  answer({ kind: 'embedded-question', id, vector: Float32Array.from(vector ?? []), trust })
}

function answer(message: Answer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

port.on('message', (request: Request) => {
  handle(request).catch((error: unknown) => {
    if (!('id' in request)) return
    const message = error instanceof Error ? error.message : String(error)
    // Any other code, such as that of a refused connection, would be taken for one of the database.
    const code = shortageOf(error) && error instanceof Error && 'code' in error ? String(error.code) : undefined
    answer({ kind: 'failed', id: request.id, message, code })
  })
})
