import { useQuery } from '@tanstack/react-query'
import Sparkles from 'lucide-react/icons/sparkles'
import { Markdown } from '#dashboard/components/markdown.tsx'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { ThreadMessages } from '../thread/messages.ts'
import type { ConversationIds } from '../thread/query.ts'
import { offeredReply, unsentRepliesQuery } from './unsent-replies.ts'

interface UnsentReplyProps {
  ids: ConversationIds
  thread: ThreadMessages
  onUse: (content: string) => void
}

const dismissed = createStore<readonly string[]>([])

/** Offers a reply that the AI finished after a takeover, too late to be sent, for use as one's own. */
export function UnsentReply({ ids, thread, onUse }: UnsentReplyProps) {
  const last = thread.messages.at(-1)
  const { data } = useQuery(unsentRepliesQuery(ids, last?.role === 'visitor' ? last.created_at : undefined))
  const gone = useStore(dismissed)
  const reply = offeredReply(data, thread)
  if (!reply || gone.includes(reply.id)) return null
  const dismiss = () => dismissed.set([...gone, reply.id])
  return (
    <section
      aria-label="What the AI was about to say"
      className="flex flex-col gap-2 rounded border border-ai-line border-dashed bg-ai-soft px-3 py-2"
    >
      <p className="flex items-center gap-1.5 text-ai text-sm [&_svg]:size-3.5 [&_svg]:shrink-0">
        <Sparkles aria-hidden /> The AI was about to say this. It was not sent.
      </p>
      <div className="max-h-40 overflow-y-auto text-sm">
        <Markdown text={reply.content} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={dismiss}>
          Dismiss
        </Button>
        <Button
          size="sm"
          onClick={() => {
            dismiss()
            onUse(reply.content)
          }}
        >
          Use as my reply
        </Button>
      </div>
    </section>
  )
}
