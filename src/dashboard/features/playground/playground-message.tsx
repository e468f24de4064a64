import { Markdown } from '#dashboard/components/markdown.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { ActionForm } from './action-form.tsx'
import { Receipt } from './receipt.tsx'
import type { Message } from './use-playground.ts'

interface PlaygroundMessageProps {
  message: Message
  agentId: string
  conversationId: string
  /** The greeting is written by people, so there is no reason to give for it. */
  isGreeting: boolean
}

const sides = {
  visitor: 'ml-auto bg-hover',
  assistant: 'border border-ai-line bg-ai-soft',
  human: 'border border-human-line bg-human-soft',
}
const authors = { visitor: 'Visitor', assistant: 'AI', human: 'Person' }

export function PlaygroundMessage({ message, agentId, conversationId, isGreeting }: PlaygroundMessageProps) {
  const { role, content, action } = message
  const place = { agent: agentId, conversation: conversationId, message: message.id }
  return (
    <li className="flex flex-col gap-1.5">
      <div className={cn('w-fit max-w-[85%] break-words rounded-lg px-3 py-2', sides[role])}>
        <span className="sr-only">{authors[role]}: </span>
        {role === 'visitor' ? <p className="whitespace-pre-wrap">{content}</p> : <Markdown text={content} />}
        {action && <ActionForm action={action} params={place} />}
      </div>
      {role === 'assistant' && !isGreeting && <Receipt params={place} />}
    </li>
  )
}
