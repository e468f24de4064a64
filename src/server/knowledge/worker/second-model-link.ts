import type { MessagePort } from 'node:worker_threads'
import type { SecondModelAnswer, SecondModelRequest } from './messages.ts'
import type { Model } from './model.ts'

/** Leads to a second thread that runs the model, and is in use from `connect` until that thread has ended. */
export function createSecondModel() {
  const pending = new Map<number, { resolve(vector: Float32Array<ArrayBuffer>): void; reject(error: Error): void }>()
  let port: MessagePort | null = null
  let nextId = 1

  function leave(left: MessagePort, why: string): void {
    if (port !== left) return
    port = null
    left.close() // which ends the thread
    for (const { reject } of pending.values()) reject(new Error(why))
    pending.clear()
  }

  function ask(to: MessagePort, path: string, tokens: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      pending.set(nextId, { resolve, reject })
      to.postMessage({ id: nextId, path, tokens } satisfies SecondModelRequest)
      nextId += 1
    })
  }

  return {
    /** @param to a port to a thread that runs `second-model.ts` */
    connect(to: MessagePort): void {
      if (port) leave(port, 'There is another thread.')
      port = to
      to.on('message', (answer: SecondModelAnswer) => {
        if ('error' in answer) return leave(to, answer.error)
        pending.get(answer.id)?.resolve(answer.vector)
        pending.delete(answer.id)
      })
      to.on('close', () => leave(to, 'The thread has ended.'))
    },
    /**
     * Makes a model that gives each text to this thread or the second one, whichever has less to do. If the second
     * thread fails, or there is none, this thread does it.
     * @param path the file of the model's weights
     */
    sharedWith(own: Model, path: string): Model {
      let underWay = 0 // in this thread
      async function here(tokens: readonly number[]): Promise<Float32Array<ArrayBuffer>> {
        underWay += 1
        try {
          return await own(tokens)
        } finally {
          underWay -= 1
        }
      }
      return (tokens) =>
        port === null || underWay === 0 || underWay < pending.size
          ? here(tokens)
          : ask(port, path, tokens).catch(() => here(tokens))
    },
  }
}

export type SecondModel = ReturnType<typeof createSecondModel>
