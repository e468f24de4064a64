import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { crawlJob } from './jobs.ts'
import { insertCrawl } from './queries.ts'

export const startCrawl: Verb<'startCrawl'> = async (ctx, input) => {
  const { organization, body } = input
  const refusal = ctx.outbound.check(body.url)
  if (refusal) throw new AppError('validation_failed', { details: [{ field: 'url', message: refusal }] })
  const now = ctx.now()
  const id = newId()
  return ctx.database.transaction(async (tx) => {
    await insertCrawl(tx, {
      id,
      organization_id: organization.id,
      url: body.url,
      status: 'pending',
      error: null,
      visited: 0,
      ...starterOf(ctx),
      created_at: now,
      updated_at: now,
    })
    await ctx.jobs.send(tx, crawlJob, { crawlId: id, organizationId: organization.id })
    await emit(ctx, tx, organization.id, { type: 'crawl.updated', task_id: id })
    return ctx.answer(tx, { task_id: id, status: 'pending' })
  })
}

function starterOf({ actor }: Context): Pick<NewRow<'crawls'>, 'starter_type' | 'starter_id'> {
  if (actor.kind === 'session') return { starter_type: 'member', starter_id: actor.userId }
  return actor.kind === 'api_key' ? { starter_type: 'key', starter_id: actor.keyId } : {}
}
