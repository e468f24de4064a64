import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Tokenizer } from '@huggingface/tokenizers'
import { type Embedder, graspIn } from './embedder.ts'
import { loadModel } from './model.ts'
import type { SecondModel } from './second-model-link.ts'

/** The model is all-MiniLM-L6-v2 with 384 dimensions, in 8 bits. Its files are in `../model` with their origin. */
const FILES = {
  model: ['model_quantized.onnx', 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1'],
  tokenizer: ['tokenizer.json', 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0'],
  tokenizerConfig: ['tokenizer_config.json', '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3'],
} as const

const TOKENS_MAXIMUM = 512 // The model takes no more; the rest of a longer text is ignored.
// Half of the cores: HTTP needs the others, and threads that wait for each other are three times slower than one.
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2))
// One batch in this thread and two sent to the second one. While this thread embeds, it can't send any, so the second
// one must have its next batch already.
const OF_JOBS_AT_ONCE = 3
const UNKNOWN = '[UNK]'
const WORD_PIECE = /[\p{L}\p{N}]/u

/**
 * Loads the built-in model: about 100 ms and 80 MB.
 * @param second leads to a second thread, which embeds a part of the texts of jobs' questions
 * @throws Error when a file is missing or is not the one expected
 */
export async function loadBuiltInEmbedder(second?: SecondModel): Promise<Embedder> {
  const [model, tokenizerJson, tokenizerConfig] = await Promise.all([
    verifiedPath(...FILES.model),
    verifiedPath(...FILES.tokenizer),
    verifiedPath(...FILES.tokenizerConfig),
  ])
  const tokenizer = new Tokenizer(await readJson(tokenizerJson), await readJson(tokenizerConfig))
  const own = await loadModel(model, THREADS)
  const shared = second?.sharedWith(own, model) ?? own

  return {
    // The 8-bit model scales by everything in a batch: alone, a text always has the same vector, and no slower.
    batchSize: () => 1,
    ofJobsAtOnce: second ? OF_JOBS_AT_ONCE : 1,
    batchesAtOnce: 1, // Embedding a text blocks the thread until it is done.
    graspOf: (text) =>
      graspIn(
        tokenizer.tokenize(text).filter((piece: string) => WORD_PIECE.test(piece)),
        UNKNOWN,
      ),
    async embed(texts, isOfJob = false) {
      const embedTokens = isOfJob ? shared : own
      const vectors: Float32Array[] = []
      for (const text of texts) vectors.push(await embedTokens(truncate(tokenizer.encode(text).ids)))
      return vectors
    },
  }
}

/**
 * The path of one of the model's files, once its content is verified. The file is read in pieces: after a buffer of the
 * model's 23 MB had been freed, the C library would keep as much of any memory freed later instead of giving it back.
 * @throws Error when the file is missing or is not the one expected
 */
async function verifiedPath(file: string, sha256: string): Promise<string> {
  const path = fileURLToPath(new URL(`../model/${file}`, import.meta.url))
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256) throw new Error(`${path} is not the model's file; install this version again.`)
  return path
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

/** Shortens a list of tokens, but keeps the closing one, which the model expects at the end. */
function truncate(ids: number[]): number[] {
  return ids.length <= TOKENS_MAXIMUM ? ids : [...ids.slice(0, TOKENS_MAXIMUM - 1), ids.at(-1)!]
}
