import { InferenceSession, Tensor } from 'onnxruntime-node'
import { normalise } from './embedder.ts'

const DIMENSIONS = 384

/** Turns the tokens of a text into a unit vector. It blocks the thread until it is done. */
export type Model = (tokens: readonly number[]) => Promise<Float32Array<ArrayBuffer>>

/**
 * Loads the model's weights from a file. `threads` is the number of native threads that share the work on each text.
 */
export async function loadModel(path: string, threads: number): Promise<Model> {
  const session = await InferenceSession.create(path, {
    graphOptimizationLevel: 'all',
    // A memory plan would be kept for good for every length of text, in tokens, and there are hundreds of lengths.
    enableMemPattern: false,
    interOpNumThreads: 1,
    intraOpNumThreads: threads,
  })
  return async (tokens) => {
    const shape = [1, tokens.length]
    const output = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(tokens.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(tokens.length), shape),
    })
    const hidden = output.last_hidden_state?.data
    if (!(hidden instanceof Float32Array)) throw new Error('The embedding model gave no hidden state.')
    return meanPool(hidden, tokens.length)
  }
}

function meanPool(hidden: Float32Array, tokens: number): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(DIMENSIONS)
  for (let token = 0; token < tokens; token += 1)
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at]! += hidden[token * DIMENSIONS + at]!
  return normalise(vector) // The sum need not be divided to be a mean, as only its direction counts.
}
