import { streamReply } from '../bindings.ts'
import { type Caller, call, reach } from './call.ts'

interface Asked {
  agent_id: string
  message: string
  conversation_id?: string | undefined
}

/** Sends what a visitor would say, in a new conversation if none is named, and waits for what becomes of it. */
export async function ask(caller: Caller, { agent_id: agent, message, conversation_id }: Asked, signal: AbortSignal) {
  if (conversation_id) await reach(caller, 'getConversation', { agent, conversation: conversation_id })
  const conversation = conversation_id ?? (await call(caller, 'createConversation', { params: { agent } })).id
  const sent = await call(caller, 'sendMessage', { params: { agent, conversation }, body: { content: message } })
  const asked = { conversationId: conversation, messageId: sent.id }
  const answer = { message_id: null as string | null, outcome: 'failed' }
  const untrusted = { content: null as string | null, citations: [] as object[] }
  for await (const event of streamReply(caller.deps, asked, { end: signal, isBehind: () => false })) {
    if (event?.type === 'message') {
      answer.message_id = event.data.id
      untrusted.content = event.data.content
    }
    if (event?.type === 'citations') untrusted.citations = event.data.items
    if (event?.type === 'done') answer.outcome = event.data.outcome
  }
  return { conversation_id: conversation, ...answer, untrusted }
}
