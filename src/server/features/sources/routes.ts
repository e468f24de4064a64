import { codePoints } from '#contract/fields.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings, LocatedRows, Locator, Verb, VerbInput, VerbResult } from '../../http/binding.ts'
import { assertAvailable } from '../agents/index.ts'
import { organizationOf, takeQuota } from '../organizations/index.ts'
import { createSourceBulk, presentSourceBulk } from './bulk.ts'
import { countSources, totalSources, totalsOfSources, versionOfSources } from './counts.ts'
import { createSource } from './create-source.ts'
import { deleteSource } from './delete-source.ts'
import { holdingDraft } from './holding-source.ts'
import { presentDraft, presentFullSource, presentSource, presentTrainingJob } from './presenter.ts'
import {
  changeSource,
  countDrafts,
  findSourceIds,
  insertSources,
  lockSource,
  removeSource,
  type ShownSource,
  selectAddresses,
  selectDrafts,
  selectFullSources,
  selectShownSources,
  selectSource,
  sourceIds,
} from './queries.ts'
import { getSourceContent, getSourceVersion, listSourceVersions } from './read-content.ts'
import { retrainSource } from './retrain-source.ts'
import { restoreSourceVersion, updateSourceContent } from './revise-source.ts'
import { startTraining } from './start-training.ts'
import { titleFromText } from './titles.ts'
import { selectTrainingJob } from './training-queries.ts'

/** The most drafts of one agent, as their list holds the whole text of each. */
export const MOST_DRAFTS = 200

/** A published source is no longer a draft. @throws AppError 404 */
const findDraft: Locator<'source'> = async (ctx, id, { agent }) =>
  orNotFound(await selectSource(ctx.database.read, agent.id, id, true))

/** The agent's draft, or the source that it became when it was published. @throws AppError 404 */
const findDraftOrSource: Locator<'source'> = async (ctx, id, found) =>
  (await selectSource(ctx.database.read, found.agent.id, id, false)) ?? findDraft(ctx, id, found)

const listDrafts: Verb<'listDrafts'> = async (ctx, { agent }) =>
  (await selectDrafts(ctx.database.read, agent.id)).map(presentDraft)

/** Creates a draft. Until it is published, it counts against no quota and is not trained on. */
const createDraft: Verb<'createDraft'> = async (ctx, input) => {
  const { agent, body } = input
  const now = ctx.now()
  const row: Row<'sources'> = {
    id: newId(),
    agent_id: agent.id,
    type: 'text',
    title: body.title ?? '',
    status: 'pending',
    is_draft: 1,
    version: 1,
    has_own_title: 0,
    task_id: newId(),
    content: body.content,
    size: 0,
    created_at: now,
    updated_at: now,
  }
  return ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', agent.id) // so that two requests can't both take the last free place
    if ((await countDrafts(tx, agent.id)) >= MOST_DRAFTS)
      throw new AppError('subscription_limit_exceeded', { message: `An agent has at most ${MOST_DRAFTS} drafts.` })
    await insertSources(tx, [row])
    return ctx.answer(tx, presentDraft(row))
  })
}

const updateDraft: Verb<'updateDraft'> = (ctx, input) => {
  const { agent, body } = input
  return ctx.database.transaction(async (tx) => {
    const draft = orNotFound(await lockSource(tx, agent.id, input.source.id, true))
    const changes = {
      content: body.content ?? draft.content,
      title: body.title ?? draft.title,
      updated_at: ctx.now(),
    }
    await changeSource(tx, draft.id, changes)
    return presentDraft({ ...draft, ...changes })
  })
}

const deleteDraft: Verb<'deleteDraft'> = async (ctx, input) => {
  await ctx.database.transaction(async (tx) => {
    if (!(await lockSource(tx, input.agent.id, input.source.id, true))) throw new AppError('resource_not_found')
    await removeSource(tx, input.source.id)
  })
}

/** Makes a draft an ordinary source, which counts against the plan and is trained on. */
const publishDraft: Verb<'publishDraft'> = (ctx, input) =>
  holdingDraft(ctx, input, async (tx, agent, draft) => {
    if (!draft.content) throw invalid('content', 'is required')
    const organization = await organizationOf(tx, agent)
    const size = codePoints(draft.content)
    await takeQuota(ctx, tx, organization, 'text_characters', size)
    assertAvailable(agent)

    const source: Row<'sources'> = {
      ...draft,
      title: draft.title || titleFromText(draft.content),
      is_draft: 0,
      size,
      task_id: newId(),
      updated_at: ctx.now(),
    }
    const { title, is_draft, task_id, updated_at } = source
    await changeSource(tx, source.id, { title, is_draft, size, task_id, updated_at })
    await countSources(tx, agent.id, [], [source])
    await startTraining(ctx, tx, [source])
    await emit(ctx, tx, organization.id, { type: 'source.created', agent_id: agent.id, source_id: source.id })
    return ctx.answer(tx, presentSource(source))
  })

type Input = VerbInput<'listSources'>

const listSources = (ctx: Context, input: Input): Promise<VerbResult<'listSources'>> =>
  pageOfSources(ctx, input, selectShownSources, presentSource)

const listFullSources: Verb<'listFullSources'> = (ctx, input) => {
  if (input.query.q) return foundSources(ctx, input, input.query.q)
  return pageOfSources(ctx, input, selectFullSources, presentFullSource)
}

/** One page of the sources in which words are found. No counter knows how many those are, so all of them are found. */
const foundSources = (ctx: Context, { agent, query }: VerbInput<'listFullSources'>, words: string) =>
  ctx.database.snapshot(async (db) => {
    const ids = await findSourceIds(db, agent.id, words, query)
    const shown = ids.slice((query.page - 1) * query.per_page, query.page * query.per_page)
    const rows = shown.length === 0 ? [] : await selectFullSources(db, shown)
    const byId = new Map(rows.map((row) => [row.id, presentFullSource(row)]))
    return { items: shown.flatMap((id) => byId.get(id) ?? []), total: ids.length }
  })

const pageOfSources = <Row extends ShownSource, Item>(
  ctx: Context,
  { agent, query }: Input,
  rows: (db: Db, ids: string[]) => Promise<Row[]>,
  present: (row: Row) => Item,
) =>
  readPage(ctx.database, query, {
    total: (db) => totalSources(db, agent.id, query),
    ids: (db) => sourceIds(db, agent.id, query),
    rows,
    present,
  })

const getFullSource: Verb<'getFullSource'> = async (ctx, { source }) => {
  const [row] = await selectFullSources(ctx.database.read, [source.id])
  if (!row) throw new AppError('resource_not_found')
  return presentFullSource(row)
}

/** Locates drafts, which only these routes can see. */
const locateDraft = { source: findDraft }

/** Locates a draft or the source it became, so that publishing can be repeated after it has succeeded. */
const locatePublished = { source: findDraftOrSource }

const version = (ctx: Context, { agent }: Pick<LocatedRows, 'agent'>) => versionOfSources(ctx.database.read, agent.id)

export const sourceRoutes = {
  listSources: { run: listSources, version },
  createSource: { run: createSource },
  getSource: { run: async (_ctx, { source }) => presentSource(source) },
  deleteSource: { run: deleteSource },
  retrainSource: { run: retrainSource },
  getTrainingJob: {
    async run(ctx, { agent, params }) {
      const job = orNotFound(await selectTrainingJob(ctx.database.read, agent.id, params.taskId.toLowerCase()))
      return presentTrainingJob(job)
    },
  },
  listFullSources: { run: listFullSources, version },
  getFullSource: { run: getFullSource, version },
  listSourceAddresses: { run: (ctx, { agent }) => selectAddresses(ctx.database.read, agent.id), version },
  getSourceTotals: {
    run: (ctx, { agent, query }) => totalsOfSources(ctx.database.read, agent.id, query.type),
    version,
  },
  createSourceBulk: { run: createSourceBulk },
  getSourceBulk: { run: async (_ctx, { bulk }) => presentSourceBulk(bulk) },
  getSourceContent: { run: getSourceContent },
  updateSourceContent: { run: updateSourceContent },
  listSourceVersions: { run: listSourceVersions },
  getSourceVersion: { run: getSourceVersion },
  restoreSourceVersion: { run: restoreSourceVersion },
  listDrafts: { run: listDrafts },
  createDraft: { run: createDraft },
  updateDraft: { run: updateDraft, locate: locateDraft },
  deleteDraft: { run: deleteDraft, locate: locateDraft },
  publishDraft: { run: publishDraft, locate: locatePublished },
} satisfies Partial<Bindings>
