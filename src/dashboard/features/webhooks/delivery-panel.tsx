import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { DeliveryState, duration } from './delivery-state.tsx'
import { type Delivery, eventLabels } from './webhook-search.ts'

interface DeliveryPanelProps {
  agentId: string
  /** Undefined when it is not among those shown: older than thirty days, or on another page. */
  delivery: Delivery | undefined
  endpointExists: boolean
  onReplayed: (delivery: Delivery) => void
  onClose: () => void
}

/** One delivery: every attempt with what was answered, what was sent, and sending it again. */
export function DeliveryPanel({ agentId, delivery, endpointExists, onReplayed, onClose }: DeliveryPanelProps) {
  const replay = useMutation({ ...api.replayWebhookDelivery.mutationOptions(), onSuccess: onReplayed })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={delivery ? (eventLabels[delivery.event] ?? delivery.event) : 'Delivery'}
      description={delivery && <span className="break-all font-mono text-sm">{delivery.url}</span>}
    >
      {!delivery ? (
        <p className="px-5 py-10 text-center text-muted">
          This delivery is not among those shown. Deliveries are kept for thirty days.
        </p>
      ) : (
        <div className="flex flex-col gap-5 p-5">
          <div className="flex flex-wrap items-center gap-3">
            <DeliveryState delivery={delivery} />
            <CopyableId value={delivery.id} label="delivery id" />
            <Button
              size="sm"
              className="ml-auto"
              pending={replay.isPending}
              disabled={!endpointExists}
              onClick={() => replay.mutate({ params: { agent: agentId, delivery: delivery.id } })}
            >
              {!replay.isPending && <RotateCw aria-hidden />} Send again
            </Button>
          </div>
          {replay.error && <ErrorNotice error={replay.error} />}
          <section aria-label="Attempts" className="flex flex-col gap-3">
            <h3 className="font-medium">Attempts</h3>
            {delivery.attempts.length === 0 && <p className="text-muted">None has ended yet.</p>}
            <ol className="flex flex-col gap-3">
              {delivery.attempts.toReversed().map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </ol>
            {delivery.next_attempt_at && (
              <p className="text-muted text-sm">
                Next attempt <RelativeTime value={delivery.next_attempt_at} />
              </p>
            )}
          </section>
          <CodeBlock label="body sent" title="Body sent" code={JSON.stringify(delivery.payload, null, 2)} />
        </div>
      )}
    </Sheet>
  )
}

function Attempt({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const ok = attempt.response_status !== null && attempt.error === null
  return (
    <li className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm tabular-nums">
        <span className="text-muted">{attempt.number}.</span>
        <span className={cn('font-medium', ok ? 'text-success' : 'text-danger')}>
          {attempt.response_status === null ? 'No answer' : `Answered ${attempt.response_status}`}
        </span>
        <span className="text-muted">in {duration(attempt.duration_ms)}</span>
        <RelativeTime value={attempt.started_at} className="ml-auto text-muted" />
      </p>
      {attempt.error && <p className="break-words text-danger text-sm">{attempt.error}</p>}
      {attempt.response_body && (
        <CodeBlock label={`answer to attempt ${attempt.number}`} title="Answer" code={attempt.response_body} />
      )}
    </li>
  )
}
