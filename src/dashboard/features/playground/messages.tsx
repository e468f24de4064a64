import { OutgoingMessage, PlaygroundMessage } from './playground-message.tsx'
import { TypingIndicator } from './typing-indicator.tsx'
import type { PlayState } from './use-playground.ts'

interface MessagesProps {
  play: PlayState
  agentId: string
  conversationId: string | undefined
}

/** What has been said, what is on its way, and who is to answer. */
export function Messages({ play, agentId, conversationId = '' }: MessagesProps) {
  return (
    <>
      <ol>
        {play.messages.map((message, index) => (
          <PlaygroundMessage
            key={message.id}
            message={message}
            agentId={agentId}
            conversationId={conversationId}
            isGreeting={index === 0 && message.role === 'assistant'}
          />
        ))}
        {play.outgoing && <OutgoingMessage message={play.outgoing} />}
        {play.awaiting && <TypingIndicator />}
      </ol>
      {play.mode === 'human' && !play.closed && (
        <p className="mt-4 rounded border border-human-line bg-human-soft px-3 py-2 text-human">
          The AI is silent now: a person answers from the inbox.
        </p>
      )}
    </>
  )
}
