import type { Bindings } from '../../http/binding.ts'
import { selectSaid } from '../gaps/index.ts'
import { isSource } from '../sources/index.ts'
import { presentProof } from './presenter.ts'
import { selectProofQuestions, selectStillWaiting } from './queries.ts'
import { sendTaught } from './send-taught.ts'
import { teach } from './teach.ts'
import { teachable } from './teachable.ts'
import { undoProof } from './undo-proof.ts'

const LOOKED_THROUGH = 30 // messages before a reply among which what it answers is looked for

export const teachRoutes = {
  teach: { run: teach },
  getProof: {
    run: (ctx, { agent, proof }) =>
      ctx.database.snapshot(async (db) => {
        const questions = await selectProofQuestions(db, proof.id)
        const waiting = await selectStillWaiting(db, proof)
        return presentProof(proof, { questions, waiting, isSourceThere: await isSource(db, agent.id, proof.source_id) })
      }),
  },
  undoProof: { run: undoProof },
  sendTaught: { run: sendTaught },
  listTeachable: {
    run: async (ctx, { conversation, message }) => {
      const thread = await selectSaid(ctx.database.read, conversation.id, message.position, LOOKED_THROUGH)
      return { questions: teachable(thread) }
    },
  },
} satisfies Partial<Bindings>
