import type { Worker } from 'node:worker_threads'

const CHECK_MS = 50

/**
 * Calls `exceeded` once a thread's buffers take more than `most` bytes. The limits of a thread's JavaScript heap don't
 * cover buffers. It asks the thread itself, because the memory of the process includes that of the other threads.
 * @returns a function that ends the watch
 */
export function watchBuffers(worker: Worker, most: number, exceeded: () => void): () => void {
  let timer = setTimeout(look, CHECK_MS)
  let isOver = false

  async function look(): Promise<void> {
    const statistics = await worker.getHeapStatistics().catch(() => undefined) // not started yet, or already ended
    if (isOver) return
    if (statistics && statistics.external_memory > most) exceeded()
    else timer = setTimeout(look, CHECK_MS)
  }

  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
