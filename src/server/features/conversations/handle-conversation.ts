import type { Data } from '#contract/index.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { selectLabels } from '../labels/index.ts'
import { holdMember } from '../members/index.ts'
import { holdActingMember } from './acting-member.ts'
import { type Actor, actorOf, type Command, type NamedLabel } from './command.ts'
import { decideAndCommit, holdConversation } from './commit.ts'
import { UNTIL_VISITOR } from './noted.ts'
import { presentHandling } from './presenter.ts'
import { selectAssigneeName } from './queries.ts'
import { authorOf } from './world.ts'

type Conversation = Pick<Row<'conversations'>, 'id' | 'organization_id'>

export const assignConversation: Verb<'assignConversation'> = async (ctx, { conversation, body }) => {
  const { assignee } = body
  return change(ctx, conversation, async (tx, by) => {
    const named = assignee === null ? null : await memberOf(tx, conversation.organization_id, assignee, 'assignee')
    return { kind: 'assign', assignee: named, by }
  })
}

export const labelConversation: Verb<'labelConversation'> = async (ctx, { conversation, body }) => {
  const labels = await labelsOf(ctx, conversation.organization_id, body, '')
  return change(ctx, conversation, async (_tx, by) => ({ kind: 'label', ...labels, by }))
}

/** Hides a conversation until a time or until the visitor writes; with null, wakes it. */
export const snoozeConversation: Verb<'snoozeConversation'> = async (ctx, { conversation, body }) => {
  const until = body.until === 'visitor' ? UNTIL_VISITOR : body.until === null ? null : Date.parse(body.until)
  return change(ctx, conversation, async (_tx, by) => ({ kind: 'snooze', until, by }))
}

/**
 * A member by their user id, who stays one until the transaction ends; `field` names them in the request.
 * @throws AppError 422 on `field` if they are no member of the organization
 */
export async function memberOf(tx: Tx, organizationId: string, userId: string, field: string) {
  const name = await holdMember(tx, organizationId, userId)
  if (name === undefined) throw invalid(field, 'must be a member of the organization')
  return { id: userId, name }
}

/**
 * @param prefix what an error puts before the name of the field, `add` or `remove`
 * @throws AppError 422 when one of them does not belong to the organization
 */
export async function labelsOf(
  ctx: Context,
  organizationId: string,
  ids: Record<'add' | 'remove', readonly string[]>,
  prefix: string,
): Promise<Record<'add' | 'remove', NamedLabel[]>> {
  const known = new Map((await selectLabels(ctx.database.read, organizationId)).map((label) => [label.id, label]))
  const find = (field: 'add' | 'remove') =>
    ids[field].map((id) => {
      const label = known.get(id)
      if (!label) throw invalid(`${prefix}${field}`, 'must be labels of the organization')
      return label
    })
  return { add: find('add'), remove: find('remove') }
}

/** Changes a conversation in one transaction. @returns how the team handles it afterwards */
async function change(
  ctx: Context,
  { id, organization_id: organizationId }: Conversation,
  commandOf: (tx: Tx, by: Actor) => Promise<Command>,
): Promise<Data<'assignConversation'>> {
  const { after } = await ctx.database.transaction(async (tx) => {
    await holdActingMember(ctx, tx, organizationId)
    const command = await commandOf(tx, actorOf(authorOf(ctx)))
    return decideAndCommit(ctx, tx, await holdConversation(tx, id), command)
  })
  return handlingOf(ctx.database.read, after)
}

async function handlingOf(db: Db, row: Row<'conversations'>): Promise<Data<'assignConversation'>> {
  const labels = row.label_ids === '[]' ? [] : await selectLabels(db, row.organization_id)
  const name = row.assignee_id === null ? null : await selectAssigneeName(db, row.organization_id, row.assignee_id)
  return presentHandling({ ...row, assignee_name: name ?? null }, labels)
}
