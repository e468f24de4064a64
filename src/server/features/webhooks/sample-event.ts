import type { WebhookEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { isoTime } from '../../db/time.ts'

/** A body as real events have it, about a conversation that does not exist. */
export function sampleEvent(agentId: string, type: WebhookEvent, now: number): string {
  const time = isoTime(now)
  const isHandoff = type === 'public_api_human_handoff'
  const conversation: Data<'getConversation'> = {
    id: newId(),
    session_id: newId(),
    origin: 'public_api',
    status: 'open',
    response_mode: isHandoff ? 'human' : 'ai',
    chat_user: { id: 'test-visitor', name: null, email: null, identity_verified: false },
    created_at: time,
    updated_at: time,
  }
  const message: Data<'sendMessage'> = {
    id: newId(),
    content: 'This is a test event.',
    role: 'assistant',
    action_required: false,
    action: null,
    created_at: time,
  }
  const data = { agent_id: agentId, conversation, ...(!isHandoff && { message }), sequence: 1 }
  return JSON.stringify({ type, timestamp: time, data })
}
