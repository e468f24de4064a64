import Send from 'lucide-react/icons/send'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { webhookEvents } from '#contract/events.ts'
import { api } from '#dashboard/api/api.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { type Column, DataTable } from '#dashboard/components/data-table.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Tooltip } from '#dashboard/ui/tooltip.tsx'
import { type Delivery, type Endpoint, eventLabels } from './webhook-queries.ts'

interface EndpointTableProps {
  agentId: string
  endpoints: readonly Endpoint[] | undefined
  onSent: (delivery: Delivery) => void
}

export function EndpointTable({ agentId, endpoints, onSent }: EndpointTableProps) {
  const columns: readonly Column<Endpoint>[] = [
    {
      id: 'endpoint',
      header: 'Endpoint',
      className: 'w-full max-w-0',
      cell: ({ id, is_active, url }) => (
        <span className="flex min-w-0 flex-col gap-0.5">
          <EndpointUrl url={url} />
          <span className="flex items-center gap-2">
            <CopyableId value={id} label="endpoint id" />
            <span className="sm:hidden">
              <EndpointState isActive={is_active} />
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'events',
      header: 'Events',
      from: 'lg',
      className: 'whitespace-nowrap',
      cell: ({ events }) => (
        <span className="flex gap-1">
          {events.map((event) => (
            <Tooltip key={event} label={webhookEvents[event]}>
              <Badge>{eventLabels[event]}</Badge>
            </Tooltip>
          ))}
        </span>
      ),
    },
    { id: 'state', header: 'State', from: 'sm', cell: ({ is_active }) => <EndpointState isActive={is_active} /> },
    {
      id: 'created',
      header: 'Created',
      from: 'lg',
      className: 'whitespace-nowrap text-muted',
      cell: ({ created_at }) => <RelativeTime value={created_at} />,
    },
    {
      id: 'act',
      header: <span className="sr-only">Actions</span>,
      className: 'whitespace-nowrap pl-0',
      cell: (endpoint) => <Actions agentId={agentId} endpoint={endpoint} onSent={onSent} />,
    },
  ]
  return (
    <DataTable label="Webhook endpoints" columns={columns} rows={endpoints} rowKey={({ id }) => id} skeletonRows={2} />
  )
}

function EndpointUrl({ url }: Pick<Endpoint, 'url'>) {
  return (
    <span className="truncate font-mono text-sm" title={url}>
      {url}
    </span>
  )
}

function EndpointState({ isActive }: { isActive: boolean }) {
  if (isActive) return <Badge tone="success">Active</Badge>
  return (
    <Tooltip label="It failed for five days, or said it is gone (410). A test that succeeds switches it on again.">
      <Badge tone="warning">Switched off</Badge>
    </Tooltip>
  )
}

interface ActionsProps {
  agentId: string
  endpoint: Endpoint
  onSent: (delivery: Delivery) => void
}

function Actions({ agentId, endpoint, onSent }: ActionsProps) {
  const [asking, setAsking] = useState(false)
  const params = { agent: agentId, endpoint: endpoint.id }
  const test = api.sendTestWebhook.useMutation({
    onSuccess: onSent,
    onError: (error) => tellError(error, 'The test event was not sent'),
  })
  const remove = api.deleteWebhookEndpoint.useMutation()
  return (
    <span className="flex items-center justify-end gap-1">
      <Button
        size="sm"
        className="max-sm:w-control max-sm:px-0"
        pending={test.isPending}
        onClick={() => test.mutate({ params })}
      >
        {!test.isPending && <Send aria-hidden />} <span className="max-sm:sr-only">Send test</span>
        <span className="sr-only"> to endpoint {endpoint.id}</span>
      </Button>
      <IconButton
        scope="conversation:edit"
        icon={Trash2}
        size="sm"
        label={`Delete endpoint ${endpoint.id}`}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete the endpoint ${endpoint.url}?`}
        description="Nothing more is sent to it, deliveries still under way included, and its secret stops working."
        confirmLabel="Delete endpoint"
        mutation={remove}
        onConfirm={() => remove.mutate({ params })}
      />
    </span>
  )
}
