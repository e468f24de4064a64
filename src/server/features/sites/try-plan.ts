import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Chunk } from '../../knowledge/types.ts'
import { historyOfQuestion } from '../conversations/index.ts'
import { type Asking, type Evaluation, evaluate, judge } from '../evaluation/index.ts'
import { type Trained, trainPage } from '../sources/index.ts'
import { revisedKnowledge } from './revised-knowledge.ts'

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

function chunksOf(pages: readonly Page[], trained: TrainedPages): Chunk[] {
  return pages
    .flatMap(({ url, title, source_id }) => {
      const page = trained.get(url)
      const sourceId = source_id ?? newId()
      if (page === undefined || typeof page === 'string') return []
      return page.chunks.map((chunk): Chunk => ({ ...chunk, id: newId(), sourceId, title, url, fromHtml: true }))
    })
    .sort((one, other) => (one.sourceId < other.sourceId ? -1 : one.sourceId > other.sourceId ? 1 : 0))
}
