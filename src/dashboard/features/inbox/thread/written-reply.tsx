import { useEffect, useLayoutEffect, useState } from 'react'
import type { StreamEvent } from '#contract/events.ts'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'
import { Markdown } from '#dashboard/components/markdown.tsx'
import { type Written, withPiece } from './written.ts'

interface WrittenReplyProps {
  conversationId: string
  /** Id of the newest message on screen. */
  lastId: string | undefined
  /** Whether the AI is expected to answer that message. */
  isAwaited: boolean
}

/** Shows what the AI has written so far of the expected reply, from the event stream. */
export function WrittenReply({ conversationId, lastId, isAwaited }: WrittenReplyProps) {
  const [written, setWritten] = useState<Written | null>(null)
  useEffect(
    () =>
      onOrganizationEvent((event: StreamEvent) => {
        if (event.conversation_id === conversationId) setWritten((known) => withPiece(known, event))
      }),
    [conversationId],
  )
  // The unfinished reply disappears in the frame in which the stored message appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message on screen is what this waits for
  useLayoutEffect(() => setWritten((known) => (known?.isStored ? null : known)), [lastId])
  if (!written || !isAwaited) return null
  return (
    // Reversed, so that the newest words stay in view. Screen readers read the reply only when it is finished.
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="What the AI is writing"
      aria-live="off"
      className="flex max-h-[40%] w-full shrink-0 flex-col-reverse overflow-y-auto"
    >
      <div className="mx-auto w-full max-w-4xl px-4 pb-2 sm:px-6">
        <article
          aria-label="The AI’s unfinished reply"
          className="ml-auto w-fit min-w-0 max-w-[min(40rem,88%)] rounded-lg border border-ai-line border-dashed bg-ai-soft px-3 py-2"
        >
          <Markdown text={written.text} />
        </article>
      </div>
    </section>
  )
}
