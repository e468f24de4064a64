import { limits } from '#contract/limits.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Tx } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/unique.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings } from '../../http/binding.ts'
import { folded } from './folded.ts'
import { takeOffJob } from './jobs.ts'
import { presentLabel } from './presenter.ts'
import { changeLabel, insertLabel, removeLabel, selectLabel, selectLabels } from './queries.ts'

export const labelRoutes = {
  listLabels: {
    run: async (ctx, { organization }) => (await selectLabels(ctx.database.read, organization.id)).map(presentLabel),
  },
  createLabel: {
    run: (ctx, { organization, body }) =>
      writing(ctx, organization.id, async (tx) => {
        await lockRow(tx, 'organizations', organization.id) // so that two members can't both create the last one
        if ((await selectLabels(tx, organization.id)).length >= limits.labels)
          throw invalid('name', `can't be added: an organization has at most ${limits.labels} labels`)
        const row = {
          id: newId(),
          organization_id: organization.id,
          ...body,
          folded_name: folded(body.name),
          created_at: ctx.now(),
        }
        await insertLabel(tx, row)
        return ctx.answer(tx, presentLabel(row))
      }),
  },
  updateLabel: {
    run: (ctx, { organization, label, body }) =>
      writing(ctx, organization.id, async (tx) => {
        await lockRow(tx, 'labels', label.id)
        // Another request may have changed the label since `label` was read.
        const current = orNotFound(await selectLabel(tx, organization.id, label.id))
        const { name = current.name, color = current.color } = body
        const changes = { name, folded_name: folded(name), color }
        await changeLabel(tx, label.id, changes)
        return presentLabel({ ...current, ...changes })
      }),
  },
  deleteLabel: {
    run: (ctx, { organization, label }) =>
      writing(ctx, organization.id, async (tx) => {
        if (!(await removeLabel(tx, label.id))) throw new AppError('resource_not_found')
        await ctx.jobs.send(tx, takeOffJob, { labelId: label.id })
        return undefined
      }),
  },
} satisfies Partial<Bindings>

/** Changes labels and emits an event. @throws AppError 422 on `name` if another label has it; what `work` throws */
async function writing<T>(ctx: Context, organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await ctx.database.transaction(async (tx) => {
      const result = await work(tx)
      await emit(ctx, tx, organizationId, { type: 'label.updated' })
      return result
    })
  } catch (error) {
    if (isUniqueViolation(error, { table: 'labels', columns: ['organization_id', 'folded_name'] }))
      throw invalid('name', 'is the name of another label')
    throw error
  }
}
