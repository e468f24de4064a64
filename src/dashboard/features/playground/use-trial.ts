import { useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { type Said, saidTo } from './said.ts'
import { ask, askingOf, comparingOf, draftFor, fillIn, startOver, stop, threadsOf } from './trial.ts'

/** The trial of an agent, which lasts as long as the tab: one conversation, or two that are compared. */
export function useTrial(agentId: string) {
  const client = useQueryClient()
  const agent = api.getAgent.useQuery({ params: { agent: agentId } })
  const isComparing = useStore(comparingOf(agentId))
  const threads = threadsOf(agentId)
  const first = useThread(agentId, agentId)
  const last = useThread(agentId, threads.at(-1) ?? agentId)
  return {
    agent: agent.data,
    threads,
    isComparing,
    isBegun: first.isBegun || last.isBegun,
    isAsking: first.stage !== undefined || last.stage !== undefined,
    draft: useStore(draftFor(agentId)),
    write: draftFor(agentId).set,
    ask: () => void ask(client, agentId),
    stop: () => stop(agentId),
    startOver: () => startOver(agentId),
  }
}

export function useThread(agentId: string, thread: string) {
  const client = useQueryClient()
  const params = { agent: agentId }
  const agent = api.getAgent.useQuery({ params })
  const said = useStore(saidTo(thread))
  const asking = useStore(askingOf(thread))
  const isBegun = said.length > 0 || asking.stage !== undefined
  const settings = api.getAgentSettings.useQuery({ params, enabled: isBegun })
  return {
    /** The agent's greeting; undefined until something is asked, and where only people answer. */
    greeting: agent.data?.only_human ? undefined : settings.data?.greeting,
    isBegun,
    said,
    ...asking,
    fillIn: (said: Said, result: Parameters<typeof fillIn>[2]) => fillIn({ client, agentId, thread }, said, result),
  }
}

export type ThreadState = ReturnType<typeof useThread>
