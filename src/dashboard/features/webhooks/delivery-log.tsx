import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deliveryStatuses } from '#contract/enums.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import type { Answer } from '#dashboard/api/types.ts'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { isPastTheEnd, PastTheEnd } from '#dashboard/components/past-the-end.tsx'
import { Pagination } from '#dashboard/ui/pagination.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { DeliveryState, deliveryLabels, duration } from './delivery-state.tsx'
import { type Delivery, deliveryLabel, type Endpoint } from './webhook-queries.ts'
import type { WebhookSearch } from './webhook-search.ts'

interface DeliveryLogProps {
  endpoints: readonly Endpoint[] | undefined
  deliveries: UseQueryResult<Answer<'listWebhookDeliveries'>, ApiError>
  search: WebhookSearch
  onChange: (changed: WebhookSearch) => void
}

const columns: readonly Column<Delivery>[] = [
  {
    id: 'event',
    header: 'Event',
    className: 'w-full max-w-0',
    cell: (delivery) => (
      <Link
        from="/agents/$agentId/developers"
        to="."
        search={(search) => ({ ...search, delivery: delivery.id })}
        resetScroll={false}
        className={rowLinkClass}
      >
        <span className="block truncate">{deliveryLabel(delivery)}</span>
        <span className="block truncate font-mono font-normal text-muted text-xs">{delivery.url}</span>
        <RelativeTime value={delivery.created_at} className="block font-normal text-muted text-sm sm:hidden" />
      </Link>
    ),
  },
  { id: 'status', header: 'Status', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    id: 'answer',
    header: 'Answer',
    from: 'sm',
    className: 'whitespace-nowrap',
    cell: ({ attempts }) => attempts.at(-1)?.response_status ?? <span className="text-muted">–</span>,
  },
  {
    id: 'duration',
    header: 'Duration',
    from: 'md',
    className: 'whitespace-nowrap text-right',
    cell: ({ attempts }) => duration(attempts.at(-1)?.duration_ms),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    from: 'md',
    className: 'text-right',
    cell: ({ attempts }) => attempts.length,
  },
  {
    id: 'sent',
    header: 'When',
    from: 'sm',
    className: 'whitespace-nowrap text-right text-muted',
    cell: ({ created_at }) => <RelativeTime value={created_at} className="relative" />,
  },
]

/** Lists the webhook deliveries of the last thirty days with their outcomes. */
export function DeliveryLog({ endpoints, deliveries, search, onChange }: DeliveryLogProps) {
  const { data, error } = deliveries
  return (
    <section aria-labelledby="deliveries" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="deliveries" className="mr-auto font-semibold max-sm:basis-full">
          Deliveries
        </h2>
        <FilterSelect
          label="Status"
          any="Any status"
          className="w-36 max-sm:w-auto max-sm:flex-1"
          options={deliveryStatuses.map((status) => [status, deliveryLabels[status]] as const)}
          value={search.status}
          onChange={(status) => onChange({ status, page: undefined })}
        />
        {endpoints && endpoints.length > 1 && (
          <FilterSelect
            label="Endpoint"
            any="Any endpoint"
            className="w-48 max-sm:w-auto max-sm:flex-1"
            options={endpoints.map(({ id, url }) => [id, url] as const)}
            value={search.endpoint}
            onChange={(endpoint) => onChange({ endpoint, page: undefined })}
          />
        )}
      </div>
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void deliveries.refetch()} />
      ) : data && isPastTheEnd(data) ? (
        <PastTheEnd meta={data.meta} noun="deliveries" onFirst={() => onChange({ page: undefined })} />
      ) : data?.data.length === 0 ? (
        <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-muted">
          {search.status || search.endpoint
            ? 'No delivery fits these filters.'
            : 'Nothing has been sent yet. “Send test” shows how it goes.'}
        </p>
      ) : (
        <DataTable
          label="Deliveries"
          columns={columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          linked
          stale={deliveries.isPlaceholderData}
          skeletonRows={3}
        />
      )}
      {data && <Pagination meta={data.meta} noun="deliveries" onPage={(page) => onChange({ page })} />}
    </section>
  )
}
