import { handler } from '../../jobs/handler.ts'
import { selectAgent } from '../agents/index.ts'
import { isTraining } from '../checks/index.ts'
import { historyOfMessage } from '../conversations/index.ts'
import { asksProvider, evaluate, type Given } from '../evaluation/index.ts'
import { changeGapState, selectOpenGaps } from '../gaps/index.ts'
import { askAgainJob } from './jobs.ts'

const GAPS_ASKED = 200

type OpenGap = Awaited<ReturnType<typeof selectOpenGaps>>[number]

/**
 * Asks an agent its open gaps again, and takes those that it answers out of the list. It does nothing while more is being
 * trained, as the last training asks too, nor with a provider's model, which nobody has agreed to pay.
 */
export const askAgainHandler = handler(askAgainJob, (deps) => {
  const { read } = deps.database
  return {
    async run({ agentId }, { signal }) {
      const agent = await selectAgent(read, agentId)
      if (!agent || asksProvider(deps, agent) || (await isTraining(read, agentId))) return
      const left = await selectOpenGaps(read, agentId, GAPS_ASKED)
      await evaluate<OpenGap, { gap: OpenGap; given: Given }>(
        deps,
        {
          agentId,
          isPaid: false,
          next: (limit) => left.splice(0, limit),
          async answer(gap, ask) {
            const history = await historyOfMessage(read, gap.conversation_id, gap.position)
            return { gap, given: (await ask(history)).given }
          },
          stored: {
            async store(tx, answers) {
              for (const { gap, given } of answers)
                if (given.decision === 'answered') {
                  const change = { from: 'open', to: 'answered_now', version: gap.version } as const
                  await changeGapState(deps, tx, agent, gap.id, change)
                }
              return true
            },
            tell: async () => undefined,
          },
        },
        signal,
      )
    },
    async failed({ agentId }, error) {
      deps.log.error({ err: error, agent: agentId }, "an agent's gaps could not be asked again")
    },
  }
})
