import type { Bindings } from '../../http/binding.ts'
import { isSource } from '../sources/index.ts'
import { presentProof } from './presenter.ts'
import { selectProofQuestions } from './queries.ts'
import { teach } from './teach.ts'
import { undoProof } from './undo-proof.ts'

export const teachRoutes: Bindings<'teach' | 'getProof' | 'undoProof'> = {
  teach: { run: teach },
  getProof: {
    run: (ctx, { agent, proof }) =>
      ctx.database.snapshot(async (db) => {
        const questions = await selectProofQuestions(db, proof.id)
        return presentProof(proof, questions, await isSource(db, agent.id, proof.source_id))
      }),
  },
  undoProof: { run: undoProof },
}
