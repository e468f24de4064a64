import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { lockAgent } from '../agents/index.ts'
import { agreedCredits, giveBackCredits, takeCreditsIfLeft } from '../evaluation/index.ts'
import { changeGapState } from '../gaps/index.ts'
import { findVersion, lockSource, reviseSource, startHeldTraining, withdrawSource } from '../sources/index.ts'
import { changeProof, forgetAfter, selectProofQuestions, selectProofToChange } from './queries.ts'
import { sendProof, tellProof } from './send-proof.ts'
import { assertMayTeach } from './teach.ts'

const NOT_ASKED_AGAIN = "It is taken back. It was not asked again, as this month's message credits are used up."

/**
 * Deletes the source, or restores the version before, and asks again if credits allow. A second call changes nothing.
 * @throws AppError 409 `source_is_stale` if the source was changed after it was taught; 403 as for teaching
 * (`assertMayTeach`); 422 on `credits` unless they are agreed to; 423 `agent_unavailable` if the agent is disabled
 */
export const undoProof: Verb<'undoProof'> = async (ctx, { agent, proof, body }) => {
  await assertMayTeach(ctx, agent, proof.gap_id !== null)
  return ctx.database.transaction(async (tx) => {
    const current = orNotFound(await lockAgent(tx, agent.id))
    const source = await lockSource(tx, current.id, proof.source_id)
    const before = orNotFound(await selectProofToChange(tx, proof.id))
    if (before.round === 0) {
      if (source) await takeBack(ctx, tx, current, source, before)
      const questions = await selectProofQuestions(tx, proof.id)
      const credits = agreedCredits(ctx, current, questions.length, body.credits, 'asking again')
      const left = await giveBackCredits(tx, current, before)
      const again = await takeCreditsIfLeft(ctx, tx, current, credits)
      await forgetAfter(tx, proof.id)
      const taken = { round: 1 as const, problem: null, model_id: current.model_id }
      if (again) {
        const changes = { ...taken, ...again, step: 'training' as const }
        await changeProof(tx, proof.id, changes)
        await sendProof(ctx, tx, { ...before, ...changes })
      } else {
        await changeProof(tx, proof.id, { ...taken, ...left, step: 'failed', problem: NOT_ASKED_AGAIN })
        if (proof.gap_id) await changeGapState(ctx, tx, current, proof.gap_id, { from: 'taught', to: 'open' })
      }
      await tellProof(ctx, tx, current, proof.id)
    }
    return ctx.answer(tx, { id: proof.id })
  })
}

async function takeBack(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  source: Row<'sources'>,
  proof: Row<'proofs'>,
): Promise<void> {
  if (source.version !== proof.source_version) throw new AppError('source_is_stale')
  if (proof.is_new_source === 1) return withdrawSource(ctx, tx, agent, source)
  const { title, content } = await findVersion(tx, source, String(source.version - 1))
  const after = await reviseSource(ctx, tx, agent, source, { title, questions: JSON.parse(content) })
  // What was taught was there before: nothing is trained anew, so the training that waits for the proof is started.
  if (proof.step === 'before' && after.task_id === proof.task_id) await startHeldTraining(ctx, tx, after)
}
