import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { permissions } from '#dashboard/lib/permissions.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { type Said, saidTo } from './said.ts'
import { ask, askingOf, draftFor, fillIn, startOver, stop } from './trial.ts'

/** The playground conversation with an agent, which lasts as long as the tab. */
export function useTrial(agentId: string) {
  const client = useQueryClient()
  const params = { agent: agentId }
  const agent = useQuery(api.getAgent.queryOptions({ params }))
  const said = useStore(saidTo(agentId))
  const asking = useStore(askingOf(agentId))
  const isBegun = said.length > 0 || asking.stage !== undefined
  const settings = useQuery({
    ...api.getAgentSettings.queryOptions({ params }),
    enabled: isBegun && permissions.ownApi,
  })
  const trial = { client, agentId }
  return {
    agent: agent.data,
    /** The agent's greeting, known once a question was asked. */
    greeting: agent.data?.only_human ? undefined : settings.data?.greeting,
    isBegun,
    said,
    draft: useStore(draftFor(agentId)),
    ...asking,
    write: draftFor(agentId).set,
    ask: () => void ask(trial),
    fillIn: (said: Said, result: Parameters<typeof fillIn>[2]) => fillIn(trial, said, result),
    stop: () => stop(agentId),
    startOver: () => startOver(agentId),
  }
}

export type TrialState = ReturnType<typeof useTrial>
