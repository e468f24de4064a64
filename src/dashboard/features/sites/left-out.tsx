import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import type { LeftOutReason } from '#contract/site-enums.ts'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { Plan, Site } from './site-search.ts'

/** What is said of each reason, in the order in which somebody would mend them. */
const reasons: Record<LeftOutReason, string> = {
  not_found: 'Not found',
  server_error: 'Could not be read',
  robots: 'Forbidden by robots.txt',
  noindex: 'Not to be shown by search engines',
  not_a_page: 'A file, not a page',
  duplicate: 'Says what another page says',
  elsewhere: 'On another website',
  limit: 'Beyond what a crawl visits',
}

const FIRST = 10 // addresses that are shown until all are asked for

/** What the crawl for a plan has left out, as `LeftOut` lists it. */
export function LeftOutOfPlan({ site, plan }: { site: Site; plan: Plan }) {
  const params = { site: site.id, plan: plan.id }
  const leftOut = api.listLeftOut.useQuery({ params })
  return (
    <>
      {leftOut.error && (
        <ErrorNotice
          error={leftOut.error}
          act="What the crawl left out was not loaded"
          onRetry={() => void leftOut.refetch()}
        />
      )}
      <LeftOut all={leftOut.data ?? []} />
    </>
  )
}

/** A card with the addresses that a crawl has left out, by reason; nothing if it has left nothing out. */
export function LeftOut({ all }: { all: Data<'listLeftOut'> }) {
  const [reason, setReason] = useState<LeftOutReason>()
  const [isLong, setLong] = useState(false)
  if (all.length === 0) return null
  const counts = Map.groupBy(all, (one) => one.reason)
  const present = (Object.keys(reasons) as LeftOutReason[]).filter((one) => counts.has(one))
  const fitting = reason === undefined ? all : all.filter((one) => one.reason === reason)
  const shown = isLong ? fitting : fitting.slice(0, FIRST)
  return (
    <Card
      title={`Left out: ${counted(all.length, 'address', 'addresses')}`}
      description="What the crawl met and did not take for a page of this website."
    >
      {present.length > 1 && (
        <FilterSelect
          label="Reason"
          any={`All reasons (${all.length.toLocaleString()})`}
          className="mb-3 w-auto max-w-full"
          options={present.map(
            (one) => [one, `${reasons[one]} (${counts.get(one)!.length.toLocaleString()})`] as const,
          )}
          value={reason}
          onChange={setReason}
        />
      )}
      <ul aria-label="Left out" className="flex flex-col gap-2 text-sm">
        {shown.map(({ url, reason: why }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="block font-mono hover:underline max-sm:break-all sm:truncate"
            >
              {url}
            </a>
            <span className="text-muted">{reasons[why]}</span>
          </li>
        ))}
      </ul>
      {shown.length < fitting.length && (
        <Button size="sm" className="mt-3" onClick={() => setLong(true)}>
          Show all {fitting.length.toLocaleString()}
        </Button>
      )}
    </Card>
  )
}
