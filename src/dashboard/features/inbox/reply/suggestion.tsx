import { useMutation, useQueryClient } from '@tanstack/react-query'
import Sparkles from 'lucide-react/icons/sparkles'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { call } from '#dashboard/api/client.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Markdown } from '#dashboard/components/markdown.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import type { ThreadMessages } from '../thread/messages.ts'
import { type ConversationIds, changeThread, paramsOf } from '../thread/query.ts'

interface SuggestionProps {
  ids: ConversationIds
  suggestion: NonNullable<ThreadMessages['suggestion']>
  /** Sends it as it is; absent where nothing can be sent. */
  onSend: (() => void) | undefined
  onChange: () => void
}

/** What the AI suggests to answer, to send, change or dismiss; or that it knows no answer. */
export function Suggestion({ ids, suggestion, onSend, onChange }: SuggestionProps) {
  const client = useQueryClient()
  const { content, citations } = suggestion
  const dismiss = useMutation({
    mutationFn: () => call('dismissSuggestion', { params: paramsOf(ids) }),
    onSuccess: () => {
      changeThread(client, ids, (known) => ({ ...known, suggestion: null }))
      void invalidateAfter(client, 'dismissSuggestion', paramsOf(ids))
    },
  })
  const titles = [...new Set(citations.map(({ title }) => title))]
  return (
    <section
      aria-label="Suggested reply"
      className="flex flex-col gap-2 rounded border border-ai-line border-dashed bg-ai-soft px-3 py-2"
    >
      <p role="status" className="flex items-center gap-1.5 text-ai text-sm [&_svg]:size-3.5 [&_svg]:shrink-0">
        <Sparkles aria-hidden />
        {content ? 'The AI suggests this. Nobody has seen it yet.' : 'Your sources have no answer to this.'}
      </p>
      {content && (
        <div className="max-h-40 overflow-y-auto text-sm">
          <Markdown text={content} />
        </div>
      )}
      {titles.length > 0 && <p className="break-words text-muted text-xs">From {titles.join(' · ')}</p>}
      {dismiss.error && <ErrorNotice error={dismiss.error} act="It was not dismissed" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="ghost" pending={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Dismiss
        </Button>
        {content && (
          <>
            <Button size="sm" onClick={onChange}>
              Change
            </Button>
            {onSend && (
              <Button size="sm" variant="primary" scope="conversation:edit" onClick={onSend}>
                Send
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
