import type { Context } from '../../context.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { createPageSource, lockSource, relearnPage, swapIn, withdrawSource } from '../sources/index.ts'
import { changeSitePage, removeSitePages } from './queries.ts'
import type { TrainedPages } from './try-plan.ts'

type Page = NewRow<'plan_pages'> & Pick<Row<'plan_pages'>, 'source_id' | 'source_version'>

/** The most chunks and pages that go live in one transaction, so that nothing else waits long for it. */
const CHUNKS_AT_ONCE = 2_000
const PAGES_AT_ONCE = 100

/** The most pages of a plan that is tried against checks: their chunks and embeddings are kept in memory meanwhile. */
const PAGES_TRIED = 1_000

export const isTooManyToTry = (pages: readonly Page[]): boolean => pages.length > PAGES_TRIED

/** Whether a plan is too large to go live in one transaction, by its pages and by the chunks trained so far. */
export function isLarge(pages: readonly Page[], trained: TrainedPages = new Map()): boolean {
  let chunks = 0
  for (const page of trained.values()) if (typeof page !== 'string') chunks += page.chunks.length
  return pages.length > PAGES_AT_ONCE || chunks > CHUNKS_AT_ONCE
}

/** Makes trained pages live, the agent locked; others fail. Gone ones go first, for the quota. @returns the pages */
export async function goLive(
  ctx: Context,
  tx: Tx,
  site: Row<'sites'>,
  agent: Row<'agents'>,
  pages: readonly Page[],
  trained: TrainedPages,
): Promise<Page[]> {
  const isGone = ({ change_name }: Page) => change_name === 'gone'
  const ordered = [...pages.filter(isGone), ...pages.filter((page) => !isGone(page))]
  const live: Page[] = []
  for (const page of ordered) {
    const one = trained.get(page.url)
    if (typeof one === 'string') live.push({ ...page, state: 'failed', problem: one })
    else live.push({ ...page, state: 'done', source_id: await makeLive(ctx, tx, site, agent, page, one) })
  }
  return live
}

/** @param trained absent where the page is gone */
async function makeLive(
  ctx: Context,
  tx: Tx,
  site: Row<'sites'>,
  agent: Row<'agents'>,
  { url, title, source_id }: Page,
  trained: Exclude<ReturnType<TrainedPages['get']>, string>,
): Promise<string> {
  const source = source_id === null ? undefined : await lockSource(tx, agent.id, source_id)
  if (source && !trained) {
    await withdrawSource(ctx, tx, agent, source)
    await removeSitePages(tx, site.id, [url])
    return source.id
  }
  if (!trained || (source_id !== null && !source)) throw new Error(`The plan of ${url} is not what was tried`)
  const begun = source
    ? await relearnPage(ctx, tx, agent, source)
    : await createPageSource(ctx, tx, agent, { url, title })
  await swapIn(ctx, tx, { sourceId: begun.id, taskId: begun.task_id }, begun, trained)
  if (!source) await changeSitePage(tx, site.id, url, { source_id: begun.id })
  return begun.id
}
