import MessageSquareOff from 'lucide-react/icons/message-square-off'
import { useEffect, useState } from 'react'
import { isApiError } from '#dashboard/api/api-error.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { forgetKeys } from '#dashboard/lib/held-keys.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { draftPlaces, readDraft, writeDraft } from '../reply/drafts.ts'
import { useOutbox, useOutgoing } from '../reply/use-outbox.ts'

const frameClass = 'flex h-full flex-col items-center justify-center gap-4 overflow-y-auto p-4'

interface ConversationGoneProps {
  conversationId: string
  error: unknown
  onBack: () => void
  onRetry: () => void
}

export function ConversationGone({ conversationId, error, onBack, onRetry }: ConversationGoneProps) {
  useEffect(forgetKeys, []) // the keys typed for it have no place any more
  const back = <Button onClick={onBack}>Back to the inbox</Button>
  if (isApiError(error, 'resource_not_found'))
    return (
      <div className={frameClass}>
        <EmptyState icon={MessageSquareOff} title="This conversation is gone" action={back}>
          It has been deleted, or the address is mistyped.
        </EmptyState>
        <Leftover conversationId={conversationId} />
      </div>
    )
  return (
    <div className={frameClass}>
      <ErrorState error={error} onRetry={onRetry} action={back} />
    </div>
  )
}

/** Shows what was written for the conversation and can't be sent or added any more. */
function Leftover({ conversationId }: { conversationId: string }) {
  const outbox = useOutbox()
  const outgoing = useOutgoing(conversationId)
  const [drafts, setDrafts] = useState<readonly string[]>([])
  // Read in an effect: the field that has just disappeared saves its last characters while unmounting.
  useEffect(() => setDrafts(draftPlaces(conversationId).map((place) => readDraft(place)?.text ?? '')), [conversationId])
  const text = [...outgoing.map(({ content }) => content), ...drafts].filter((part) => part.trim()).join('\n\n')
  if (!text) return null
  const discard = () => {
    outbox.discardAll(conversationId)
    for (const place of draftPlaces(conversationId)) writeDraft(place, undefined)
    setDrafts([])
  }
  return (
    <section
      aria-label="What you wrote was not sent"
      className="flex w-full max-w-lg flex-col gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2"
    >
      <h3 className="font-medium text-warning">What you wrote was not sent</h3>
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words">{text}</p>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={discard}>
          Discard
        </Button>
        <CopyButton value={text} />
      </div>
    </section>
  )
}
