import type { ResponseMode } from '#contract/enums.ts'
import type { WebhookEvent } from '#contract/events.ts'
import type { Data } from '#contract/index.ts'
import { newId } from '../../db/ids.ts'
import { isoTime } from '../../db/time.ts'
import type { Announcement } from '../../events/announcement.ts'

type Sample<Type extends WebhookEvent> = (
  agentId: string,
  time: string,
) => Extract<Announcement, { type: Type }>['data']

const samples: { [Type in WebhookEvent]: Sample<Type> } = {
  public_api_message_created: (agent_id, time) => ({
    agent_id,
    conversation: sampleConversation(time, 'ai'),
    message: {
      id: newId(),
      content: 'This is a test event.',
      role: 'assistant',
      action_required: false,
      action: null,
      created_at: time,
    },
    sequence: 1,
  }),
  public_api_human_handoff: (agent_id, time) => ({
    agent_id,
    conversation: sampleConversation(time, 'human'),
    reason: 'asked_for_person',
    sequence: 1,
  }),
}

/** Makes an event like a real one, about a conversation that does not exist. */
export function sampleAnnouncement<Type extends WebhookEvent>(agentId: string, type: Type, now: number) {
  // The cast is safe because the table above pairs each type with its data.
  return { type, data: samples[type](agentId, isoTime(now)) } as unknown as Extract<Announcement, { type: Type }>
}

function sampleConversation(time: string, response_mode: ResponseMode): Data<'getConversation'> {
  return {
    id: newId(),
    session_id: newId(),
    origin: 'public_api',
    status: 'open',
    response_mode,
    chat_user: { id: 'test-visitor', name: null, email: null, identity_verified: false },
    created_at: time,
    updated_at: time,
  }
}
