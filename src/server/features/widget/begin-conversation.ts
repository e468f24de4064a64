import type { Context } from '../../context.ts'
import { selectVisit } from '../conversations/index.ts'
import { countVisitorRequest } from './count-visitor.ts'
import { visiting } from './visiting.ts'

/** What is begun just now for each visitor without a conversation; never rejects. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs what begins a conversation if the visitor has none, and counts that against the limit of their network. Several
 * requests of one visitor at once begin one conversation, so in this process they wait for each other and count once.
 * @throws AppError 429 `rate_limit_exceeded`; what `work` throws
 */
export async function mayBeginConversation<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const { visitorId } = visiting(ctx)
  const hasOne = async () => (await selectVisit(ctx.database.read, visitorId)) !== undefined
  if (await hasOne()) return work()
  while (running.has(visitorId)) await running.get(visitorId)
  const begun = (async () => {
    if (!(await hasOne())) await countVisitorRequest(ctx, 'conversation', ctx.ip, ctx.actor)
    return work()
  })()
  const ended = begun.then(
    () => {},
    () => {},
  )
  running.set(
    visitorId,
    ended.then(() => running.delete(visitorId)),
  )
  return begun
}
