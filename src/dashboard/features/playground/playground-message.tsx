import { useMemo } from 'react'
import type { MessageAction } from '#contract/actions.ts'
import { proofsOf } from '#contract/proofs.ts'
import { ActionCard } from '#dashboard/components/conversation/action-card.tsx'
import { MessageBubble } from '#dashboard/components/conversation/message-bubble.tsx'
import { ReplyTrace } from './reply-trace.tsx'
import type { Said } from './said.ts'

interface PlaygroundMessageProps {
  said: Said
  agentId: string
  isPending?: boolean
  fillIn: (said: Said, result: NonNullable<MessageAction['result']>) => Promise<unknown>
}

/** One message of a playground conversation with its explanation, and the form that a visitor would see with it. */
export function PlaygroundMessage({ said, agentId, isPending = false, fillIn }: PlaygroundMessageProps) {
  const { id, role, action, trace } = said
  const isVisitor = role === 'visitor'
  const proofs = useMemo(() => trace && proofsOf(trace.sentences, trace.citations), [trace])
  return (
    <li>
      <MessageBubble
        message={said}
        author={isVisitor ? 'You' : 'AI'}
        side={isVisitor ? 'end' : 'start'}
        faded={isPending}
        proofs={proofs}
      >
        {action && <ActionCard messageId={id} action={action} complete={(result) => fillIn(said, result)} />}
        {trace && <ReplyTrace agentId={agentId} trace={trace} form={action?.name} />}
      </MessageBubble>
      {trace?.decision === 'handed_over' && (
        <p className="mt-3 rounded border border-human-line bg-human-soft px-3 py-2 text-human text-sm">
          Here the agent would pass the conversation to a person, and be silent until it is given back. In the
          playground it goes on.
        </p>
      )}
    </li>
  )
}
