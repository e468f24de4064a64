import type { Worker } from 'node:worker_threads'

const CHECK_MS = 50

/**
 * Calls `exceeded` once the buffers of a thread take more than `most` bytes: the limits of its heap don't count them. Asks
 * the thread itself, however busy it is, since the memory of the whole process is also that of its neighbours.
 * @returns what ends the watch
 */
export function watchBuffers(worker: Worker, most: number, exceeded: () => void): () => void {
  let timer = setTimeout(look, CHECK_MS)
  let isOver = false

  async function look(): Promise<void> {
    const statistics = await worker.getHeapStatistics().catch(() => undefined) // the thread has not started yet, or ended
    if (isOver) return
    if (statistics && statistics.external_memory > most) exceeded()
    else timer = setTimeout(look, CHECK_MS)
  }

  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
