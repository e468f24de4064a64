import type { Dependencies } from '../context.ts'
import type { ReadAhead } from './binding.ts'
import { readAgent, readConversation } from './bindings.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text)

/** Asks for what most requests need while it is found out who sends them: a way to the database less. */
export function readAhead({ database }: Dependencies, params: Record<string, string>): ReadAhead {
  if (!database.isRemote || !isUuid(params.agent)) return {}
  const agentId = params.agent.toLowerCase()
  const agent = readAgent(database.read, agentId)
  agent.catch(() => {}) // told to whoever waits for it, if anybody does
  if (!isUuid(params.conversation)) return { agent }
  const conversation = readConversation(database.read, agentId, params.conversation.toLowerCase())
  conversation.catch(() => {})
  return { agent, conversation }
}
