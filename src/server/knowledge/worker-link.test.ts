import { describe, expect, it } from 'vitest'
import { createWorkerLink } from './worker-link.ts'

/** A worker that answers one statistic and dies of the next embedding. */
const DYING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, kind }) => {
      if (kind === 'close') process.exit()
      if (kind === 'embed') throw new Error('out of luck')
      parentPort.postMessage({ kind: 'stats', id, stats: {} })
    })`)}`,
)

describe('a worker that crashes', () => {
  it('rejects every call in flight and is started again by the next', async () => {
    const link = createWorkerLink({ server: null, memoryBytes: 0 }, DYING)
    expect((await link.call({ kind: 'stats' }).answer).kind).toBe('stats')
    const calls = [link.call({ kind: 'embed', texts: [] }), link.call({ kind: 'embed', texts: [] })]
    for (const { answer } of calls) await expect(answer).rejects.toThrow('The knowledge worker stopped: out of luck.')
    expect(link.running).toBe(false)
    expect((await link.call({ kind: 'stats' }).answer).kind).toBe('stats')
    await link.close()
  })
})
