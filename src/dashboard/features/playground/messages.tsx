import { MessageBubble } from '#dashboard/components/conversation/message-bubble.tsx'
import { PlaygroundMessage } from './playground-message.tsx'
import { TypingIndicator } from './typing-indicator.tsx'
import type { ThreadState } from './use-trial.ts'

export function Messages({ thread, agentId }: { thread: ThreadState; agentId: string }) {
  const { greeting, said, question, stage, written, fillIn } = thread
  const begun = said[0] ?? question
  return (
    <ol>
      {greeting && begun && (
        <li>
          <MessageBubble
            message={{ role: 'assistant', content: greeting, created_at: begun.created_at }}
            author="AI"
            side="start"
          />
        </li>
      )}
      {said.map((one) => (
        <PlaygroundMessage key={one.id} said={one} agentId={agentId} fillIn={fillIn} />
      ))}
      {question && <PlaygroundMessage said={question} agentId={agentId} fillIn={fillIn} isPending />}
      {written && (
        // Screen readers read the reply once it is complete, not word by word.
        <li aria-live="off">
          <MessageBubble
            message={{ role: 'assistant', content: written, created_at: (question ?? said.at(-1))!.created_at }}
            author="AI"
            side="start"
            faded
          />
        </li>
      )}
      {stage && <TypingIndicator stage={stage} />}
    </ol>
  )
}
