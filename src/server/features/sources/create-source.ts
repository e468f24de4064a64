import { codePoints } from '#contract/fields.ts'
import { canonicalUrl } from '../../adapters/extract/links.ts'
import type { Answered } from '../../answered.ts'
import type { Context, PostContext } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable, lockAgent } from '../agents/index.ts'
import { askingUserId, organizationOf, takeQuota } from '../organizations/index.ts'
import { countSources } from './counts.ts'
import { keepFile, keptFileOf } from './keep-file.ts'
import { kinds } from './kinds.ts'
import { presentSource } from './presenter.ts'
import { insertSources } from './queries.ts'
import { currentVersion, type TaughtFrom } from './read-content.ts'
import { holdTraining, startTraining } from './start-training.ts'
import { fitTitle, titleFromText } from './titles.ts'
import { takeUpload } from './upload-queries.ts'
import { insertVersion } from './version-queries.ts'
import { type QuestionPair, sizeOfQuestions } from './written.ts'

/** The columns of a new source that depend on its type. */
type NewSource = Pick<Row<'sources'>, 'type' | 'title' | 'content' | 'size'>
type Body = VerbInput<'createSource'>['body']

export const createSource: Verb<'createSource'> = async (ctx, input) => {
  const { agent, body } = input
  const sources = await sourcesOf(ctx, body)
  try {
    return await storeSources(ctx, agent, sources, (rows) =>
      body.type === 'url' ? rows.map(presentSource) : presentSource(rows[0]!),
    )
  } catch (error) {
    // After any other error the source may have been stored, as when the connection was lost at the commit.
    if (error instanceof AppError)
      await Promise.all(sources.map(keptFileOf).map((kept) => kept && ctx.storage.remove(kept.key)))
    throw error
  }
}

async function sourcesOf(ctx: Context, body: Body): Promise<NewSource[]> {
  switch (body.type) {
    case 'text': {
      const { content } = body
      return [{ type: 'text', title: body.title || titleFromText(content), content, size: codePoints(content) }]
    }
    case 'qa': {
      const title = body.title || fitTitle(body.questions[0]?.question ?? '')
      return [{ type: 'qa', title, content: JSON.stringify(body.questions), size: sizeOfQuestions(body.questions) }]
    }
    case 'url':
      return pagesOf(ctx, body.urls)
    case 'file': {
      const { kept, size } = await keepFile(ctx, body.file)
      const title = body.title || fitTitle(kept.name) || 'File'
      return [{ type: 'file', title, content: JSON.stringify(kept), size }]
    }
  }
}

/**
 * A source for each address in its canonical form, without repetition, in the given order.
 * @throws AppError 422 with one detail for each address that may not be requested, else for the first that is invalid
 */
function pagesOf(ctx: Context, urls: string[]): NewSource[] {
  const details = urls.flatMap((url, index) => {
    const refusal = ctx.outbound.check(url)
    return refusal ? [{ field: `urls.${index}`, message: refusal }] : []
  })
  if (details.length > 0) throw new AppError('validation_failed', { details })
  const pages = urls.map((url, index) => {
    const canonical = canonicalUrl(url)
    if (!canonical) throw invalid(`urls.${index}`, 'must be a valid URL of at most 2,048 characters')
    return canonical
  })
  return [...new Set(pages)].map((url) => ({ type: 'url', title: fitTitle(url), content: url, size: 1 }))
}

/** Stores all of the sources or none, with quota, jobs, totals, events and the answer in one transaction. */
function storeSources<Shown>(
  ctx: PostContext,
  agent: Row<'agents'>,
  sources: NewSource[],
  present: (rows: Row<'sources'>[]) => Shown,
): Promise<Answered<Shown>> {
  return ctx.database.transaction(async (tx) => {
    const current = orNotFound(await lockAgent(tx, agent.id))
    return ctx.answer(tx, present(await insertNew(ctx, tx, current, sources, startTraining)))
  })
}

/**
 * Makes a source of a question and answer, with the agent locked. The caller trains it (`startHeldTraining`).
 * @throws AppError 423 `agent_unavailable` if the agent is disabled; 422 `subscription_limit_exceeded` beyond the quota
 */
export async function createTaughtSource(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  pair: QuestionPair,
  taught: TaughtFrom,
): Promise<Row<'sources'>> {
  const content = JSON.stringify([pair])
  const title = fitTitle(pair.question)
  const [source] = await insertNew(
    ctx,
    tx,
    agent,
    [{ type: 'qa', title, content, size: sizeOfQuestions([pair]) }],
    holdTraining,
  )
  await insertVersion(tx, {
    ...(await currentVersion(tx, source!)),
    user_id: askingUserId(ctx) || null,
    taught: JSON.stringify(taught),
  })
  return source!
}

/**
 * Makes a source of a crawled page, with the agent locked. The caller trains it (`startHeldTraining` or `swapIn`).
 * @throws AppError 423 `agent_unavailable` if the agent is disabled; 422 `subscription_limit_exceeded` beyond the quota
 */
export async function createPageSource(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  { url, title }: { url: string; title: string },
): Promise<Row<'sources'>> {
  const page: NewSource = { type: 'url', title: fitTitle(title || url), content: url, size: 1 }
  const [source] = await insertNew(ctx, tx, agent, [page], holdTraining)
  return source!
}

/** Stores new sources, at least one and all of one type, with their quota, training jobs, totals and events. */
async function insertNew(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  sources: NewSource[],
  begin: typeof startTraining,
): Promise<Row<'sources'>[]> {
  const now = ctx.now()
  const rows = sources.map(
    (source): Row<'sources'> => ({
      version: 1,
      has_own_title: 0,
      ...source,
      id: newId(),
      agent_id: agent.id,
      status: 'pending',
      is_draft: 0,
      task_id: newId(),
      created_at: now,
      updated_at: now,
    }),
  )
  const organization = await organizationOf(tx, agent)
  const size = rows.reduce((sum, row) => sum + row.size, 0)
  await takeQuota(ctx, tx, organization, kinds[rows[0]!.type].quota, size)
  assertAvailable(agent)
  for (const kept of rows.map(keptFileOf))
    if (kept && !(await takeUpload(tx, kept.key))) throw new AppError('upstream_failure')
  await insertSources(tx, rows)
  await countSources(tx, agent.id, [], rows)
  await begin(ctx, tx, rows)
  for (const row of rows)
    await emit(ctx, tx, organization.id, { type: 'source.created', agent_id: agent.id, source_id: row.id })
  return rows
}
