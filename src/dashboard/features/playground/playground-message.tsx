import { ActionCard } from '#dashboard/components/conversation/action-card.tsx'
import { type Message, MessageBubble } from '#dashboard/components/conversation/message-bubble.tsx'
import { ReplyTrace } from './reply-trace.tsx'

interface PlaygroundMessageProps {
  message: Message
  agentId: string
  conversationId: string
  /** The greeting is written by people, so there is no reason to give for it. */
  isGreeting: boolean
}

const authors = { visitor: 'You', assistant: 'AI', human: 'A person' }

export function PlaygroundMessage({ message, agentId, conversationId, isGreeting }: PlaygroundMessageProps) {
  const { role, action } = message
  const ids = { agentId, conversationId, messageId: message.id }
  return (
    <li>
      <MessageBubble message={message} author={authors[role]} side={role === 'visitor' ? 'end' : 'start'}>
        {action && <ActionCard {...ids} action={action} />}
        {role === 'assistant' && !isGreeting && <ReplyTrace {...ids} />}
      </MessageBubble>
    </li>
  )
}

/** What has been sent and not been confirmed yet, where it will stand. */
export function OutgoingMessage({ message }: { message: Pick<Message, 'role' | 'content' | 'created_at'> }) {
  return (
    <li>
      <MessageBubble message={message} author={authors[message.role]} side="end" faded />
    </li>
  )
}
