import { memo, type ReactNode } from 'react'
import type { Data } from '#contract/index.ts'
import type { Proof } from '#contract/proofs.ts'
import { Markdown } from '#dashboard/components/markdown.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { endlessWordClass } from '#dashboard/lib/endless-word.ts'
import { clockTime, exactTime } from '#dashboard/lib/time.ts'

export type Message = Data<'sendMessage'>

const tones = {
  visitor: 'border-line bg-surface',
  assistant: 'border-ai-line bg-ai-soft',
  human: 'border-human-line bg-human-soft',
} satisfies Record<Message['role'], string>

const names = {
  visitor: 'text-ink-soft',
  assistant: 'text-ai',
  human: 'text-human',
} satisfies Record<Message['role'], string>

interface MessageBubbleProps {
  message: Pick<Message, 'role' | 'content' | 'created_at'>
  author: string
  /** Side of the thread. In the inbox the visitor is at the start, in the playground at the end. */
  side: 'start' | 'end'
  /** Whether the previous message is by the same author and recent, so that name and time are left out. */
  grouped?: boolean
  /** Whether the message is not sent yet. */
  faded?: boolean
  /** The files that were sent with it, which stand for its words where those say nothing but their names. */
  files?: ReactNode
  isFilesOnly?: boolean
  /** Of a reply that was held to its sources: what each sentence rests on. */
  proofs?: readonly Proof[] | null | undefined
  children?: ReactNode
}

/** One message. Its side, colour and name show the author. Text of the AI and of the team is rendered as Markdown. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, author, side, grouped = false, faded = false, files, isFilesOnly, proofs, children } = props
  return (
    <article
      aria-label={`${author}, ${clockTime(message.created_at)}`}
      className={cn(
        'group/message flex flex-col',
        side === 'end' ? 'items-end' : 'items-start',
        grouped ? 'pt-1' : 'pt-3',
      )}
    >
      {!grouped && (
        <p className="mb-1 flex max-w-full items-baseline gap-2 px-0.5 text-xs">
          <span className={cn('truncate font-medium', names[message.role])}>{author}</span>
          <time
            dateTime={message.created_at}
            title={exactTime(message.created_at)}
            className="shrink-0 text-muted tabular-nums"
          >
            {clockTime(message.created_at)}
          </time>
        </p>
      )}
      <div
        title={grouped ? exactTime(message.created_at) : undefined}
        className={cn(
          'min-w-0 max-w-[min(40rem,88%)] rounded-lg border px-3 py-2',
          tones[message.role],
          faded && 'border-dashed',
          endlessWordClass(message.content),
        )}
      >
        {files}
        {isFilesOnly ? null : message.role === 'visitor' ? (
          <p className="whitespace-pre-wrap break-words [unicode-bidi:plaintext]">{message.content}</p>
        ) : (
          <Markdown text={message.content} proofs={proofs} />
        )}
      </div>
      {children}
    </article>
  )
})
