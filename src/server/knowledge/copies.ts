import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { packChunks } from './pack.ts'
import type { Chunk, ChunkSource, Passage } from './types.ts'
import type { Slice } from './worker/messages.ts'
import type { WorkerLink } from './worker-link.ts'

const SLICE_CHUNKS = 500 // Packing so many holds up the event loop for about 3 ms.

type Wanted = ChunkSource & { agentId: string; version: number }

/** Sends agents' chunks to the worker, to be kept in its memory or, if they don't fit into it, for a single search. */
export function createCopies(link: WorkerLink, log?: { warn(fields: object, message: string): void }) {
  const loading = new Map<string, Promise<void>>()
  const tooLarge = new Set<string>()

  /** @param send sends one slice. Resolves once the worker has taken it in, to whether the worker wants more. */
  async function sendAll(
    pages: AsyncIterable<Chunk[]> | Iterable<Chunk[]>,
    send: (slice: Slice) => Promise<boolean>,
  ): Promise<void> {
    let sending = Promise.resolve(true)
    for await (const page of pages)
      for (let at = 0; at < page.length; at += SLICE_CHUNKS) {
        const slice = packChunks(page.slice(at, at + SLICE_CHUNKS))
        if (!(await sending)) return
        // The next slice is packed while the worker takes this one in. There are never more than these two slices.
        sending = send(slice)
        sending.catch(() => {}) // The next round awaits it. A failure before that must not count as unhandled.
        await yieldToEventLoop()
      }
    await sending
  }

  async function load(wanted: Wanted, held: number | null): Promise<void> {
    const { agentId, version } = wanted
    const sources = held === null ? undefined : await wanted.changedSince?.(held)
    const change = held !== null && sources ? { since: held, sources } : null
    const { id, answer } = link.call({ kind: 'load', agentId, change })
    // The copy has left memory or changed meanwhile. The search is tried again, and says anew what is missing.
    if ((await answer).kind === 'missing') return
    try {
      await sendAll(wanted.load(change ? { sources: change.sources } : undefined), async (slice) => {
        const taken = await link.call({ kind: 'slice', loadId: id, slice }, transferOf(slice)).answer
        // A load of everything ends with the first source that doesn't fit; a change must replace what the copy has.
        return change !== null || taken.isWhole
      })
      const taken = await link.call({ kind: 'commit', loadId: id, version }).answer
      if (!taken.isWhole) warn(agentId, taken.count)
    } catch (error) {
      link.post({ kind: 'cancel', ofId: id })
      throw error
    }
  }

  function warn(agentId: string, chunks: number): void {
    if (tooLarge.has(agentId)) return
    tooLarge.add(agentId)
    log?.warn(
      { agent_id: agentId, chunks_in_memory: chunks },
      'An agent knows more than fits in memory (KNOWLEDGE_MEMORY): for each question the rest is read from the database, which is slower',
    )
  }

  return {
    /**
     * Loads what the worker lacks of an agent, of which it has version `held`. Callers at the same time share one load.
     */
    bringUpToDate(wanted: Wanted, held: number | null): Promise<void> {
      const running = loading.get(wanted.agentId) ?? load(wanted, held).finally(() => loading.delete(wanted.agentId))
      loading.set(wanted.agentId, running)
      return running
    },
    /** Sends a search the chunks that had no room: those of source `from` and of all with greater ids. */
    async passRest(searchId: number, from: string, { load }: ChunkSource): Promise<Passage[]> {
      try {
        await sendAll(load({ from }), async (slice) => {
          await link.call({ kind: 'pass', searchId, slice }, transferOf(slice)).answer
          return true
        })
        const { passages } = await link.call({ kind: 'passed', searchId }).answer
        return passages
      } catch (error) {
        link.post({ kind: 'cancel', ofId: searchId })
        throw error
      }
    },
  }
}

const transferOf = ({ records, ends, vectors }: Slice) => [records.buffer, ends.buffer, vectors.buffer]
