import { useEffect, useRef } from 'react'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { OthersSaid } from './others-replied.tsx'
import type { Outgoing } from './outbox.ts'

interface StuckReplyProps {
  item: Outgoing
  /** Sends the reply nevertheless; undefined while the agent is disabled. */
  onSend: (() => void) | undefined
  onEdit: () => void
  onDiscard: () => void
  /** Whether the question about the reply may take the focus; called once, when the question appears. */
  mayTakeFocus: () => boolean
}

export function StuckReply({ item, onSend, onEdit, onDiscard, mayTakeFocus }: StuckReplyProps) {
  const question = useRef<HTMLDivElement>(null)
  // A stale reply is shown with a question, which takes the focus after Send was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is taken once
  useEffect(() => {
    if (mayTakeFocus()) question.current?.focus()
  }, [])
  if (item.state === 'failed')
    return (
      <ErrorNotice
        error={item.error}
        action={
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="sm" onClick={onDiscard}>
              Discard
            </Button>
            <Button size="sm" onClick={onEdit}>
              Edit
            </Button>
            {onSend && (
              <Button size="sm" onClick={onSend}>
                Send again
              </Button>
            )}
          </span>
        }
      />
    )
  return (
    <div
      ref={question}
      role="alertdialog"
      aria-modal={false}
      aria-label="Someone else has replied"
      tabIndex={-1}
      className="flex flex-col gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2 outline-none"
    >
      <p className="font-medium text-warning">Someone else has replied since you last looked. Send yours as well?</p>
      <OthersSaid others={item.others ?? []} />
      <p className="line-clamp-2 break-words border-line-strong border-l-2 pl-2.5 text-sm">{item.content}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="sm" onClick={onEdit}>
          Keep editing
        </Button>
        {onSend && (
          <Button size="sm" variant="primary" onClick={onSend}>
            Send anyway
          </Button>
        )}
      </div>
    </div>
  )
}
