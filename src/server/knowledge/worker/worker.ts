import { parentPort, workerData } from 'node:worker_threads'
import { type AgentIndex, type AgentIndexBuilder, buildAgentIndex } from './agent-index.ts'
import { createEmbeddingQueue } from './embedding-queue.ts'
import { embedAhead, findPassages } from './find-passages.ts'
import { createMemory } from './memory.ts'
import type { Answer, Request, WorkerOptions } from './messages.ts'

const port = parentPort
if (!port) throw new Error('This file is the knowledge worker and runs in a thread only.')
const { server, memoryBytes } = workerData as WorkerOptions
const memory = createMemory(memoryBytes)
const loads = new Map<number, { agentId: string; builder: AgentIndexBuilder }>()
let loadCount = 0
// The runtime is imported at first use, so that a process that never embeds stays small.
const embeddings = createEmbeddingQueue(async () =>
  server
    ? (await import('./remote-embedder.ts')).createRemoteEmbedder(server)
    : (await import('./built-in-embedder.ts')).loadBuiltInEmbedder(),
)

async function handle(request: Request): Promise<void> {
  switch (request.kind) {
    case 'embed':
      return embed(request.id, request.texts)
    case 'search': {
      const index = memory.get(request.agentId, request.version)
      if (!index) return answer({ kind: 'missing', id: request.id })
      const passages = await embeddings.forQuestion((embed) => findPassages(index, request, embed))
      answer({ kind: 'found', id: request.id, passages })
      return request.withUnits > 0 ? prepare(request.agentId, index) : undefined
    }
    case 'load':
      loads.set(request.id, { agentId: request.agentId, builder: buildAgentIndex(request.version, request.count) })
      return finishLoad(request.id)
    case 'slice':
      loads.get(request.loadId)?.builder.add(request.slice)
      return finishLoad(request.loadId)
    case 'cancel':
      loads.delete(request.loadId)
      return
    case 'forget':
      return memory.forget(request.agentId)
    case 'stats':
      return answer({ kind: 'stats', id: request.id, stats: { ...memory.stats(), loads: loadCount } })
    case 'close':
      process.exit() // of this thread alone. Here no batch is running: one blocks the thread until it is done.
  }
}

const prepared = new WeakSet<AgentIndex>()

/** Once for each index that is asked, while nothing else is to be done. Somebody else's server is not asked for more than it must be. */
function prepare(agentId: string, index: AgentIndex): void {
  if (server || prepared.has(index)) return
  prepared.add(index)
  const isWanted = () => memory.latest(agentId) === index
  embedAhead(index, embeddings.whenIdle, isWanted).catch(() => {}) // whoever asks for them hears of it
}

async function embed(id: number, texts: string[]): Promise<void> {
  const vectors = await embeddings.forTraining(texts, (done) => answer({ kind: 'progress', id, done }))
  const dimensions = vectors[0]?.length ?? 0
  const packed = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, index) => {
    packed.set(vector, index * dimensions)
  })
  answer({ kind: 'embedded', id, vectors: packed, dimensions }, [packed.buffer])
}

function finishLoad(id: number): void {
  const load = loads.get(id)
  if (!load?.builder.complete) return
  loads.delete(id)
  memory.put(load.agentId, load.builder.finish(memory.latest(load.agentId)?.units))
  loadCount += 1
  answer({ kind: 'loaded', id })
}

function answer(message: Answer, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer)
}

port.on('message', (request: Request) => {
  handle(request).catch((error: unknown) => {
    const id = request.kind === 'slice' ? request.loadId : 'id' in request ? request.id : null
    if (id !== null) answer({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  })
})
