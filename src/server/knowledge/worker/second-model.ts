import { type MessagePort, workerData } from 'node:worker_threads'
import type { SecondModelAnswer, SecondModelRequest } from './messages.ts'
import type { Model } from './model.ts'

/**
 * This thread runs the embedding model beside the knowledge worker, so that jobs' questions are embedded in half the
 * time where two processors are free. It ends, and gives its memory back, when it has had nothing to do for 30 seconds
 * or the worker leaves it, as it does after an error.
 */
const port = workerData as MessagePort
const IDLE_MS = 30_000
const THREADS = 1 // HTTP needs the other processors.
let model: Promise<Model> | undefined
let idle = setTimeout(end, IDLE_MS)

async function handle({ id, path, tokens }: SecondModelRequest): Promise<void> {
  clearTimeout(idle)
  model ??= import('./model.ts').then(({ loadModel }) => loadModel(path, THREADS))
  const vector = await (await model)(tokens)
  port.postMessage({ id, vector } satisfies SecondModelAnswer, [vector.buffer])
  clearTimeout(idle)
  idle = setTimeout(end, IDLE_MS)
}

/** Ends only the thread, and never while the model runs, which blocks it. */
function end(): void {
  process.exit()
}

port.on('message', (request: SecondModelRequest) => {
  handle(request).catch((error: unknown) => {
    port.postMessage({ id: request.id, error: String(error) } satisfies SecondModelAnswer)
  })
})
port.on('close', end)
