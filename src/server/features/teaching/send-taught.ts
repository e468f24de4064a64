import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { lockAgent } from '../agents/index.ts'
import { sendToWaiting } from '../conversations/index.ts'
import { findVersion, lockSource } from '../sources/index.ts'
import { selectProof, selectStillWaiting } from './queries.ts'

/**
 * Sends what was taught as the member's own message to visitors who asked it and still wait, each through the stale-send
 * guard. Outcomes are in the order of the request; `resource_not_found` for a conversation that does not wait for this.
 * A conversation that is named again is sent nothing more: after a send its further outcomes are `reply_is_stale`.
 * @throws AppError 409 `source_is_stale` if the source has changed since it was taught; 423 `agent_unavailable`
 */
export const sendTaught: Verb<'sendTaught'> = async (ctx, { agent, proof, body }) =>
  ctx.database.transaction(async (tx) => {
    orNotFound(await lockAgent(tx, agent.id))
    const current = orNotFound(await selectProof(tx, proof.id))
    const content = await taughtAnswer(tx, current)
    const waiting = new Set((await selectStillWaiting(tx, current)).map(({ id }) => id))
    const wanted = body.conversations.filter(({ conversation_id }) => waiting.has(conversation_id))
    const codes = await sendToWaiting(ctx, tx, agent, content, wanted)
    const outcomes = body.conversations.map(({ conversation_id: id }) => {
      const code = codes.has(id) ? codes.get(id)! : 'resource_not_found'
      if (code === null) codes.set(id, 'reply_is_stale')
      return { id, ok: code === null, code }
    })
    return ctx.answer(tx, outcomes)
  })

/** The answer that the teaching added to its source, or changed there. */
async function taughtAnswer(tx: Tx, proof: Row<'proofs'>): Promise<string> {
  const source = await lockSource(tx, proof.agent_id, proof.source_id)
  if (source?.version !== proof.source_version) throw new AppError('source_is_stale')
  const pairs = pairsIn(source.content)
  if (proof.is_new_source === 1) return pairs[0]!.answer
  const before = pairsIn((await findVersion(tx, source, String(source.version - 1))).content)
  const changed = pairs.find(
    ({ question, answer }, at) => question !== before[at]?.question || answer !== before[at].answer,
  )
  return (changed ?? pairs[0]!).answer
}

const pairsIn = (content: string) => JSON.parse(content) as { question: string; answer: string }[]
