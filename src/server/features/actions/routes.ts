import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings } from '../../http/binding.ts'
import { changeAction, insertAction, removeAction, selectActions } from './queries.ts'

/** The most actions of one agent. For each reply, they are compared with the message or offered to a provider's model. */
export const MOST_ACTIONS = 100

function presentAction(row: Row<'agent_actions'>): Data<'createAction'> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    fields: JSON.parse(row.fields),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}

export const actionRoutes = {
  listActions: { run: async (ctx, { agent }) => (await selectActions(ctx.database.read, agent.id)).map(presentAction) },
  createAction: {
    async run(ctx, { agent, body }) {
      const now = ctx.now()
      const fields = JSON.stringify(body.fields)
      const row = { ...body, fields, id: newId(), agent_id: agent.id, created_at: now, updated_at: now }
      return changing(ctx, agent, async (tx) => {
        if ((await selectActions(tx, agent.id)).length >= MOST_ACTIONS)
          throw new AppError('subscription_limit_exceeded', {
            message: `An agent has at most ${MOST_ACTIONS} actions.`,
          })
        await insertAction(tx, row)
        return ctx.answer(tx, presentAction(row))
      })
    },
  },
  updateAction: {
    async run(ctx, { agent, action, body }) {
      const { fields, ...rest } = body
      const changes = { ...rest, ...(fields && { fields: JSON.stringify(fields) }), updated_at: ctx.now() }
      return changing(ctx, agent, async (tx) => presentAction(orNotFound(await changeAction(tx, action.id, changes))))
    },
  },
  deleteAction: {
    async run(ctx, { agent, action }) {
      await changing(ctx, agent, async (tx) => {
        if (!(await removeAction(tx, action.id))) throw new AppError('resource_not_found')
      })
    },
  },
} satisfies Partial<Bindings>

/** Changes an agent's actions and emits an event. The agent is locked, as other transactions depend on its actions. */
function changing<T>(ctx: Context, { id, organization_id }: Row<'agents'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.database.transaction(async (tx) => {
    await lockRow(tx, 'agents', id)
    const result = await work(tx)
    await emit(ctx, tx, organization_id, { type: 'action.updated', agent_id: id })
    return result
  })
}
