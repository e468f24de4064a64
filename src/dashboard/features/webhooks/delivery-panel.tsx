import RotateCw from 'lucide-react/icons/rotate-cw'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { PanelSkeleton } from '#dashboard/components/panel-skeleton.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { DeliveryState, duration } from './delivery-state.tsx'
import { NextAttempt } from './next-attempt.tsx'
import { type Delivery, deliveryLabel, type Endpoint } from './webhook-queries.ts'

const PACE = { ms: 5_000, max: 30_000, live: 30_000 }

interface DeliveryPanelProps {
  agentId: string
  /** Id of the delivery. Pass it as the React key too, as the panel keeps state of one delivery. */
  deliveryId: string
  /** The delivery as the list has it; undefined if it is on another page, left out by the filters, or deleted. */
  listed: Delivery | undefined
  /** The delivery that a test or "Send again" has just created, if it is this one. */
  sent: Delivery | undefined
  endpoints: readonly Endpoint[] | undefined
  onReplayed: (delivery: Delivery) => void
  onClose: () => void
}

/** A panel with one delivery: every attempt with its answer, the body that was sent, and a button to send it again. */
export function DeliveryPanel(props: DeliveryPanelProps) {
  const { agentId, deliveryId, listed, sent, endpoints, onReplayed, onClose } = props
  const found = api.getWebhookDelivery.useQuery({
    params: { agent: agentId, delivery: deliveryId },
    enabled: listed === undefined,
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', PACE),
  })
  // Keep the delivery on screen when newer ones move it off the list's page.
  const [kept, setKept] = useState(sent)
  if (listed && listed !== kept) setKept(listed)
  const delivery = listed ?? found.data ?? kept
  const endpointExists = endpoints?.some(({ id }) => id === delivery?.endpoint_id) ?? false
  const replay = api.replayWebhookDelivery.useMutation({ onSuccess: onReplayed })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={delivery ? deliveryLabel(delivery) : 'Delivery'}
      description={delivery && <span className="break-all font-mono text-sm">{delivery.url}</span>}
    >
      {!delivery ? (
        isApiError(found.error, 'resource_not_found') ? (
          <p className="px-5 py-10 text-center text-muted">
            There is no such delivery any more. Deliveries are kept for thirty days.
          </p>
        ) : (
          <NotLoaded query={found} large placeholder={<PanelSkeleton what="the delivery" />} />
        )
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
                Next attempt <NextAttempt at={delivery.next_attempt_at} />
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
