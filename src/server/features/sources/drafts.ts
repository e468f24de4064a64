import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Locator, Verb } from '../../http/binding.ts'
import { presentDraft } from './presenter.ts'
import {
  changeSource,
  countDrafts,
  insertSources,
  lockSource,
  removeSource,
  selectDrafts,
  selectSource,
} from './queries.ts'

/** The most drafts of one agent, as their list holds the whole text of each. */
export const MOST_DRAFTS = 200

/** A published source is no longer a draft. @throws AppError 404 */
export const findDraft: Locator<'source'> = async (ctx, id, { agent }) =>
  orNotFound(await selectSource(ctx.database.read, agent.id, id, true))

/** The agent's draft, or the source that it became when it was published. @throws AppError 404 */
export const findDraftOrSource: Locator<'source'> = async (ctx, id, found) =>
  (await selectSource(ctx.database.read, found.agent.id, id, false)) ?? findDraft(ctx, id, found)

export const listDrafts: Verb<'listDrafts'> = async (ctx, { agent }) =>
  (await selectDrafts(ctx.database.read, agent.id)).map(presentDraft)

/** Creates a draft. Until it is published, it counts against no quota and is not trained on. */
export const createDraft: Verb<'createDraft'> = async (ctx, input) => {
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

export const updateDraft: Verb<'updateDraft'> = (ctx, input) => {
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

export const deleteDraft: Verb<'deleteDraft'> = async (ctx, input) => {
  await ctx.database.transaction(async (tx) => {
    if (!(await lockSource(tx, input.agent.id, input.source.id, true))) throw new AppError('resource_not_found')
    await removeSource(tx, input.source.id)
  })
}
