import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Chunk, ChunkSource } from '../../knowledge/types.ts'

/** What a plan would change: the chunks that would come, and the sources whose chunks would go. */
interface Revision {
  /** A unique name, under which the worker for searches keeps its copy of this knowledge. */
  id: string
  /** Ordered by source id and by place within the source. */
  chunks: readonly Chunk[]
  replaced: ReadonlySet<string>
}

/** Knowledge that is searched as if a plan were live. Nothing of it is stored; call `forget` with the id when done. */
export function revisedKnowledge(knowledge: Knowledge, { id, chunks, replaced }: Revision): Knowledge {
  return {
    ...knowledge,
    search: ({ load, changedSince: _, ...question }) =>
      knowledge.search({
        ...question,
        agentId: id,
        version: 1,
        load: (which) => revised(load, which, chunks, replaced),
      }),
  }
}

async function* revised(
  load: ChunkSource['load'],
  which: Parameters<ChunkSource['load']>[0],
  chunks: readonly Chunk[],
  replaced: ReadonlySet<string>,
): AsyncGenerator<Chunk[]> {
  const coming = chunks.filter(({ sourceId }) => isAskedFor(sourceId, which))
  let next = 0
  const before = (sourceId?: string) => {
    const begin = next
    while (next < coming.length && (sourceId === undefined || coming[next]!.sourceId <= sourceId)) next += 1
    return coming.slice(begin, next)
  }
  for await (const page of load(which))
    yield page.flatMap((chunk) => [...before(chunk.sourceId), ...(replaced.has(chunk.sourceId) ? [] : [chunk])])
  yield before()
}

function isAskedFor(sourceId: string, which: Parameters<ChunkSource['load']>[0]): boolean {
  if (!which) return true
  return 'from' in which ? sourceId >= which.from : which.sources.includes(sourceId)
}
