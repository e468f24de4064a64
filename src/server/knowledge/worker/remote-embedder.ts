import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embedMany } from 'ai'
import { createProviderFetch } from '../../adapters/outbound/provider-fetch.ts'
import { type Embedder, normalise } from './embedder.ts'
import type { EmbeddingsServer } from './messages.ts'

const BATCH = 32
const TIMEOUT_MS = 30_000 // For a batch with its retries. A job that fails because of it is tried again later.
const RETRIES = 2
const BATCHES_AT_ONCE = 4
const ANSWER_BYTES = 16 * 1_048_576 // 32 vectors of 4,096 numbers take 3 MB as text

/** Gets embeddings from an OpenAI-compatible server, such as Ollama, vLLM or OpenAI. */
export function createRemoteEmbedder(server: EmbeddingsServer): Embedder {
  const provider = createOpenAICompatible({
    name: 'embeddings',
    baseURL: server.baseUrl,
    fetch: createProviderFetch(ANSWER_BYTES),
    ...(server.apiKey ? { apiKey: server.apiKey } : {}),
  })
  const model = provider.embeddingModel(server.model)
  return {
    batchesAtOnce: BATCHES_AT_ONCE,
    ofJobsAtOnce: BATCHES_AT_ONCE,
    batchSize: () => BATCH,
    async embed(texts) {
      const { embeddings } = await embedMany({
        model,
        values: texts,
        maxRetries: RETRIES,
        abortSignal: AbortSignal.timeout(TIMEOUT_MS),
        ...(server.dimensions ? { providerOptions: { embeddings: { dimensions: server.dimensions } } } : {}),
      })
      const dimensions = server.dimensions ?? embeddings[0]?.length
      if (embeddings.length !== texts.length || embeddings.some((vector) => vector.length !== dimensions))
        throw new Error(
          `The embeddings server at ${server.baseUrl} answered with vectors of the wrong number or length.`,
        )
      return embeddings.map((vector) => normalise(Float32Array.from(vector)))
    },
  }
}
