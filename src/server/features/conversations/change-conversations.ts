import type { Data } from '#contract/index.ts'
import type { PostContext } from '../../context.ts'
import { withSavepoint } from '../../db/savepoint.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { assertAiAnswers, assertAvailable } from '../agents/index.ts'
import { holdActingMember } from './acting-member.ts'
import { type Actor, actorOf, type Command, type NamedLabel, type Payer, payerOf } from './command.ts'
import { commit, holdConversation } from './commit.ts'
import { decide } from './decide.ts'
import { labelsOf, memberOf } from './handle-conversation.ts'
import { isAnotherOpen } from './one-open.ts'
import { lockOwned, type OwnedConversation } from './queries.ts'
import { authorOf, worldOf } from './world.ts'

type Input = VerbInput<'changeConversations'>

/** Makes one change to many conversations in one transaction; if one can't be changed, the others are nevertheless. */
export const changeConversations: Verb<'changeConversations'> = async (ctx, { organization, body }) => {
  const { ids, change } = body
  const labels = change.labels && (await labelsOf(ctx, organization.id, change.labels, 'change.labels.'))
  const by = actorOf(authorOf(ctx))
  return ctx.database.transaction(async (tx) => {
    await holdActingMember(ctx, tx, organization.id)
    const { assignee: userId } = change
    const assignee =
      typeof userId === 'string' ? await memberOf(tx, organization.id, userId, 'change.assignee') : userId
    const owned = await lockOwned(tx, organization.id, ids)
    const codes = new Map<string, string | null>()
    for (const row of owned) {
      const payer = payerOf({ ...row, plan: organization.plan })
      codes.set(row.id, await changeOne(ctx, tx, row, commandOf({ ...change, assignee, labels, payer }, by)))
    }
    const answer: Data<'changeConversations'> = ids.map((id) => {
      const code = codes.has(id) ? codes.get(id)! : 'resource_not_found'
      return { id, ok: code === null, code }
    })
    return ctx.answer(tx, answer)
  })
}

interface Wanted extends Pick<Input['body']['change'], 'status' | 'response_mode' | 'answers'> {
  assignee: { id: string; name: string } | null | undefined
  labels: Record<'add' | 'remove', NamedLabel[]> | undefined
  payer: Payer
}

function commandOf({ assignee, labels, status, response_mode: mode, answers, payer }: Wanted, by: Actor): Command {
  if (assignee !== undefined) return { kind: 'assign', assignee, by }
  if (labels) return { kind: 'label', ...labels, by }
  if (answers) return { kind: 'give_back', payer, by }
  return { kind: 'set', mode, status, by }
}

/** Changes one conversation. @returns the code of the error for which it can't be changed; null if it was */
async function changeOne(ctx: PostContext, tx: Tx, row: OwnedConversation, command: Command): Promise<string | null> {
  try {
    const decision = decide(await holdConversation(tx, row.id), command, worldOf(ctx))
    if (command.kind === 'give_back') assertAiAnswers(row)
    else if (command.kind === 'set') assertAvailable(row)
    await withSavepoint(tx, () => commit(ctx, tx, decision))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    // A visitor may have only one open conversation, and this visitor already has another.
    if (isAnotherOpen(error)) return 'conversation_conflict'
    throw error
  }
}
