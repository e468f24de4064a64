import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Knowledge } from '../../knowledge/knowledge.ts'
import type { Chunk, ChunkSource } from '../../knowledge/types.ts'
import { historyOfQuestion } from '../conversations/index.ts'
import { type Asking, type Evaluation, evaluate, judge } from '../evaluation/index.ts'
import { type Trained, trainPage } from '../sources/index.ts'

/** What a plan would change: the chunks that would come, and the sources whose chunks would go. */
interface Revision {
  /** A unique name, under which the worker for searches keeps its copy of this knowledge. */
  id: string
  /** Ordered by source id and by place within the source. */
  chunks: readonly Chunk[]
  replaced: ReadonlySet<string>
}

/** Knowledge that is searched as if a plan were live. Nothing of it is stored; call `forget` with the id when done. */
const revisedKnowledge = (knowledge: Knowledge, { id, chunks, replaced }: Revision): Knowledge => ({
  ...knowledge,
  search: ({ load, changedSince: _, ...question }) =>
    knowledge.search({
      ...question,
      agentId: id,
      version: 1,
      load: (which) => revised(load, which, chunks, replaced),
    }),
})

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

export interface Broken {
  check_id: string
  question: string
}

type Page = Pick<NewRow<'plan_pages'>, 'url' | 'title' | 'change_name'> & Pick<Row<'plan_pages'>, 'source_id'>

/** By address, what a plan adds or changes: its chunks, or a sentence that says why it can't be trained on. */
export type TrainedPages = ReadonlyMap<string, Trained | string>

export async function trainPages(
  ctx: Context,
  site: Row<'sites'>,
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<TrainedPages> {
  const trained = new Map<string, Trained | string>()
  for (const { url, change_name } of pages)
    if (change_name !== 'gone') trained.set(url, await trainPage(ctx, site, url, signal))
  return trained
}

/** The checks that pass now and would not if a plan were live. @throws the signal's reason when it is aborted */
export async function brokenBy(
  ctx: Context,
  agent: Row<'agents'>,
  checks: readonly Row<'checks'>[],
  pages: readonly Page[],
  trained: TrainedPages,
  signal: AbortSignal,
): Promise<Broken[]> {
  const id = `plan ${newId()}`
  const applied = pages.filter(({ url }) => typeof trained.get(url) !== 'string')
  const replaced = new Set(applied.flatMap(({ source_id }) => source_id ?? []))
  const knowledge = revisedKnowledge(ctx.knowledge, { id, chunks: chunksOf(applied, trained), replaced })
  const broken = new Set<string>()
  const left = [...checks]
  try {
    const evaluation: Evaluation<Row<'checks'>, void> = {
      agentId: agent.id,
      isPaid: false,
      next: (limit) => left.splice(0, limit),
      async answer(check, ask) {
        const passes = async (asking?: Asking) => {
          const { given } = await ask(historyOfQuestion(check.question), { modelId: agent.model_id, ...asking })
          return judge(check, given).verdict === 'passed'
        }
        if ((await passes()) && !(await passes({ knowledge }))) broken.add(check.id)
      },
    }
    await evaluate(ctx, evaluation, signal)
    return checks.flatMap(({ id, question }) => (broken.has(id) ? [{ check_id: id, question }] : []))
  } finally {
    ctx.knowledge.forget(id)
  }
}

const chunksOf = (pages: readonly Page[], trained: TrainedPages): Chunk[] =>
  pages
    .flatMap(({ url, title, source_id }) => {
      const page = trained.get(url)
      const sourceId = source_id ?? newId()
      if (page === undefined || typeof page === 'string') return []
      return page.chunks.map((chunk): Chunk => ({ ...chunk, id: newId(), sourceId, title, url, fromHtml: true }))
    })
    .sort((one, other) => (one.sourceId < other.sourceId ? -1 : one.sourceId > other.sourceId ? 1 : 0))
