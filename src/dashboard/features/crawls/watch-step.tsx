import Globe from 'lucide-react/icons/globe'
import type { ReactNode } from 'react'
import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { AnotherAddress } from './another-address.tsx'
import { skipReasons } from './skip-reasons.ts'
import { stepFocus } from './step-focus.ts'

type Crawl = Data<'getFullCrawl'>

const LATEST = 5

/** The step of a crawl that shows its discovery in progress, or why it failed. */
export function WatchStep({ crawl, agent }: { crawl: Crawl; agent: string | undefined }) {
  if (crawl.status === 'failed')
    return (
      <div ref={stepFocus}>
        <EmptyState
          icon={Globe}
          title="This site could not be read"
          action={<AnotherAddress url={crawl.url} agent={agent} />}
        >
          {crawl.error ?? 'The crawl ended without a word of why.'}
          {mayBePlain(crawl.url) && ' If the site does not use https, begin its address with http://.'}
        </EmptyState>
      </div>
    )
  const { visited, waiting, found } = crawl.progress
  const share = visited + waiting > 0 ? (100 * visited) / (visited + waiting) : 0
  return (
    <Card
      ref={stepFocus}
      title={crawl.status === 'pending' ? 'Waiting to begin' : 'Looking for pages'}
      description="This goes on by itself: you can leave and come back."
    >
      <div className="flex flex-col gap-5">
        <Progress value={share} label="Pages visited of those known so far" />
        <dl className="grid grid-cols-3 gap-4" aria-live="polite">
          <Figure label="Pages found">{found}</Figure>
          <Figure label="Visited">{visited}</Figure>
          <Figure label="Still to visit">{waiting}</Figure>
        </dl>
        {crawl.skipped.length > 0 && (
          <section aria-label="Left out">
            <h3 className="text-muted text-sm">Left out so far: {crawl.skipped.length.toLocaleString()}</h3>
            <ul className="mt-1 flex flex-col gap-1 text-sm">
              {crawl.skipped.slice(-LATEST).map(({ url, reason }) => (
                <li key={url} className="flex gap-3">
                  <span className="min-w-0 flex-1 truncate font-mono text-ink-soft">{url}</span>
                  <span className="text-muted">{skipReasons[reason].label}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Card>
  )
}

/**
 * Whether https may be only our guess for an address typed without scheme: hosts in a local network rarely support it.
 */
function mayBePlain(address: string): boolean {
  const { protocol, hostname, port } = new URL(address)
  return protocol === 'https:' && (port !== '' || /^[\d.]+$|^\[/.test(hostname))
}

function Figure({ label, children }: { label: string; children: number }): ReactNode {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{children.toLocaleString()}</dd>
    </div>
  )
}
