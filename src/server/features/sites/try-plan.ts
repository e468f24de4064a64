import type { Context, Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { embeddingText } from '../../knowledge/chunk.ts'
import type { Chunk } from '../../knowledge/types.ts'
import { judge, selectChecksOf } from '../checks/index.ts'
import { askOnce } from '../playground/index.ts'
import { selectContent } from './queries.ts'
import { revisedKnowledge } from './revised-knowledge.ts'

/** A check that passes now, and would not with a plan. */
export interface Broken {
  check_id: string
  question: string
}

type Page = Pick<NewRow<'plan_pages'>, 'url' | 'title' | 'change_name'> & Pick<Row<'plan_pages'>, 'source_id'>

/** Number of texts embedded at a time, so that visitors' questions don't wait for long. */
const TEXTS_PER_CALL = 32

/**
 * The agent's checks that pass now and would not if a plan were live. Each is asked of what the agent knows, and, if it
 * passes, of what it would know. Nothing of that is stored.
 * @throws the signal's reason when it is aborted
 */
export async function brokenBy(
  ctx: Context,
  site: Row<'sites'>,
  agent: Row<'agents'>,
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<Broken[]> {
  const checks = (await selectChecksOf(ctx.database.read, agent.id)).filter(({ is_muted }) => is_muted === 0)
  if (checks.length === 0) return []
  const id = `plan ${newId()}`
  const replaced = new Set(pages.flatMap(({ source_id }) => source_id ?? []))
  const knowledge = revisedKnowledge(ctx.knowledge, { id, chunks: await chunksOf(ctx, site, pages, signal), replaced })
  const passes = async (deps: Dependencies, check: Row<'checks'>) => {
    signal.throwIfAborted()
    const { content, trace } = await askOnce(deps, agent, check.question, { modelId: agent.model_id, signal })
    const given = { decision: trace.decision, reply: content, citations: trace.citations }
    return judge({ ...check, facts: JSON.parse(check.facts) }, given).verdict === 'passed'
  }
  try {
    const broken: Broken[] = []
    for (const check of checks)
      if ((await passes(ctx, check)) && !(await passes({ ...ctx, knowledge }, check)))
        broken.push({ check_id: check.id, question: check.question })
    return broken
  } finally {
    ctx.knowledge.forget(id)
  }
}

/** The chunks of the pages that a plan adds or changes, as training would make them, in the order of the sources. */
async function chunksOf(
  ctx: Context,
  site: Row<'sites'>,
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<Chunk[]> {
  const extractor = ctx.extractor.forOwner(site.agent_id)
  const chunks: Chunk[] = []
  for (const { url, title, change_name, source_id } of pages) {
    if (change_name === 'gone') continue
    const markdown = await selectContent(ctx.database.read, site.id, url)
    if (markdown === null) continue
    const sourceId = source_id ?? newId()
    const texts = await extractor.cutDocument({ title, url, markdown })
    for (let start = 0; start < texts.length; start += TEXTS_PER_CALL) {
      signal.throwIfAborted()
      const batch = texts.slice(start, start + TEXTS_PER_CALL)
      const embeddings = await ctx.knowledge.embed(batch.map(embeddingText))
      for (const [index, text] of batch.entries())
        chunks.push({ ...text, id: newId(), sourceId, title, url, fromHtml: true, embedding: embeddings[index]! })
    }
  }
  return chunks.sort((one, other) => (one.sourceId < other.sourceId ? -1 : one.sourceId > other.sourceId ? 1 : 0))
}
