import type { MessageAction } from '#contract/actions.ts'
import type { Data } from '#contract/index.ts'
import { type Store, useStore } from '#dashboard/lib/store.ts'
import { tabStore } from '#dashboard/lib/tab-store.ts'

type Reply = Data<'askPlayground'>

/** A message of a playground conversation, which is stored in this tab only, not on the server. */
export interface Said {
  id: string
  role: 'visitor' | 'assistant'
  content: string
  created_at: string
  action: MessageAction | null
  trace: Reply['trace'] | null
}

export const saidTo = (agentId: string): Store<Said[]> => tabStore<Said[]>(`playground.${agentId}`, [])

/** Whether the agent has replied in the playground of this tab. */
export const useHasReplied = (agentId: string): boolean =>
  useStore(saidTo(agentId)).some(({ role }) => role === 'assistant')
