import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dependencies } from '../../context.ts'
import { isRefusal } from '../../db/refusal.ts'
import type { Row } from '../../db/rows.ts'
import { shareTurns } from '../../db/share-turns.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../platform/platform.ts'
import { takeQuota, takeQuotaOrFail } from '../organizations/index.ts'
import { type ConversationChange, newChange } from './change-conversation.ts'
import { countConversations } from './counts.ts'
import { lockConversation, lockFreeConversations, selectNewestReplies } from './queries.ts'
import { settleCredits } from './replies.ts'
import { saveChange } from './save-change.ts'

const AT_ONCE = 32

type Target = Pick<Row<'conversations'>, 'id' | 'organization_id' | 'response_mode'>
type Work<T> = (tx: Tx, change: ConversationChange) => Promise<T>

/** Somebody who waits for a change. */
interface Caller {
  ctx: Dependencies
  target: Target
  work: Work<unknown>
  done(result: unknown): void
  failed(error: unknown): void
}

interface Queue {
  /** Those of each organization. */
  waiting: Map<string, Caller[]>
  turns: ReturnType<typeof shareTurns>
}

const queues = new WeakMap<Database, Queue>()

/**
 * Changes a conversation in one transaction: locks it, lets `work` change it by the functions of change-conversation.ts,
 * then stores it with its totals and emits what happened. Commit order is message order.
 *
 * On PostgreSQL, changes of an organization's conversations that are asked for at once share the transaction: each way to
 * the database and its disk costs more than what it carries. If one of them fails, each is done by itself; so `work` may
 * run more than once.
 * @throws AppError 404 when it has been deleted meanwhile; what `work` throws
 */
export function changeConversation<T>(ctx: Dependencies, target: Target, work: Work<T>): Promise<T> {
  const { database } = ctx
  if (!database.isRemote) return changeAlone(ctx, target.id, work) // those on SQLite share their commit anyway
  const { waiting, turns } = queueOf(database)
  const organization = target.organization_id
  return new Promise<T>((resolve, reject) => {
    const caller: Caller = { ctx, target, work, done: resolve as Caller['done'], failed: reject }
    const others = waiting.get(organization)
    if (others) others.push(caller)
    else waiting.set(organization, [caller])
    void turns(organization, async () => {
      await nextTurn() // whose requests lie in the sockets may come along
      let left = waiting.get(organization) ?? []
      waiting.delete(organization)
      while (left.length > 0) left = await changeSome(database, left)
    })
  })
}

function queueOf(database: Database): Queue {
  const queue = queues.get(database) ?? { waiting: new Map(), turns: shareTurns() }
  queues.set(database, queue)
  return queue
}

/** Serves the first callers of different conversations. @returns those left */
async function changeSome(database: Database, callers: readonly Caller[]): Promise<Caller[]> {
  const served = new Map<string, Caller>()
  const left: Caller[] = []
  for (const caller of callers) {
    if (served.has(caller.target.id) || served.size === AT_ONCE) left.push(caller)
    else served.set(caller.target.id, caller)
  }
  // By themselves, as nobody else need wait for them.
  for (const { ctx, target, work, done, failed } of await changeTogether(database, served))
    void changeAlone(ctx, target.id, work).then(done, failed)
  return left
}

/** @returns those to be served by themselves: somebody else has their conversation, or one failed, and is to hear why */
async function changeTogether(database: Database, callers: ReadonlyMap<string, Caller>): Promise<Caller[]> {
  let mayBeStored = false
  try {
    const results = await database.transaction(async (tx) => {
      mayBeStored = false
      const tasks = await begin(tx, callers)
      const done = await carryOut(tx, tasks, takeQuotaOrFail)
      mayBeStored = true
      return done
    })
    for (const [caller, result] of results) caller.done(result)
    return [...callers.values()].filter((caller) => !results.has(caller))
  } catch (error) {
    if (!mayBeStored || isRefusal(error)) return [...callers.values()]
    for (const caller of callers.values()) caller.failed(error)
    return []
  }
}

/** Locks what is free, and asks along with it for what the AI's turns will need. */
async function begin(tx: Tx, callers: ReadonlyMap<string, Caller>) {
  const ids = [...callers.keys()]
  const hasTurns = [...callers.values()].some(({ target }) => target.response_mode === 'ai')
  const [rows, replies] = await Promise.all([
    lockFreeConversations(tx, ids),
    hasTurns ? selectNewestReplies(tx, ids) : undefined, // by a snapshot of its own, taken once these are locked
  ])
  return rows.map((row) => ({
    row,
    caller: callers.get(row.id)!,
    newestReply: replies && Promise.resolve(replies.find((reply) => reply.conversation_id === row.id)),
  }))
}

function changeAlone<T>(ctx: Dependencies, id: string, work: Work<T>): Promise<T> {
  return ctx.database.transaction(async (tx) => {
    const row = await lockConversation(tx, id)
    if (!row) throw new AppError('resource_not_found')
    const caller = { ctx, work }
    return (await carryOut(tx, [{ row, caller }], takeQuota)).get(caller) as T
  })
}

/** Takes all of one kind of lock before any of the next, so that two of these never wait for each other. */
async function carryOut<C extends Pick<Caller, 'ctx' | 'work'>>(
  tx: Tx,
  tasks: readonly { row: Row<'conversations'>; caller: C; newestReply?: ConversationChange['newestReply'] }[],
  take: typeof takeQuota,
): Promise<Map<C, unknown>> {
  const begun = tasks.map(({ row, caller, newestReply }) => ({
    caller,
    change: { ...newChange(row, { ...row }), newestReply },
  }))
  const results = await all(begun, async ({ caller, change }) => [caller, await caller.work(tx, change)] as const)
  await all(begun, ({ caller, change }) => saveChange(caller.ctx, tx, change))
  await countConversations(
    tx,
    begun.map(({ change }) => ({ before: change.before, after: change.row })),
  )
  const changes = begun.map(({ change }) => change)
  if (begun[0]) await settleCredits(begun[0].caller.ctx, tx, changes, take)
  for (const check of changes.flatMap((change) => change.lastChecks)) check()
  return new Map(results)
}

/** Waits for all, whatever fails: none may go on in a transaction that has ended. */
async function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const ends = await Promise.allSettled(items.map(work))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}
