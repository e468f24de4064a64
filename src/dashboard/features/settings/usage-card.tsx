import type { Data } from '#contract/index.ts'
import type { QuotaName } from '#contract/limits.ts'
import { Card } from '#dashboard/components/card.tsx'
import { byteSize } from '#dashboard/lib/sizes.ts'
import { Progress } from '#dashboard/ui/progress.tsx'

type Usage = Data<'getOrganization'>['usage']

interface Meter {
  quota: Exclude<QuotaName, 'crawl_links'>
  label: string
  note?: string
  show: (amount: number) => string
}

const plain = (amount: number) => amount.toLocaleString()

const meters: readonly Meter[] = [
  { quota: 'message_credits', label: 'AI replies', note: 'this month', show: plain },
  { quota: 'text_characters', label: 'Characters of text and answers', show: plain },
  { quota: 'urls', label: 'Web pages', show: plain },
  { quota: 'document_bytes', label: 'Files', show: byteSize },
]

const NEARLY = 80 // percent; a meter shows a warning from here on

/** A card that shows how much of the plan's quotas is used, and how many pages one crawl brings at most. */
export function UsageCard({ usage }: { usage: Usage }) {
  return (
    <Card title="Usage" description="What the plan includes, and how much of it is used.">
      <ul className="flex flex-col gap-4">
        {meters.map(({ quota, label, note, show }) => {
          const { used, limit } = usage[quota]
          const percent = limit > 0 ? Math.min(100, (100 * used) / limit) : 100
          const tone = percent >= 100 ? 'danger' : percent >= NEARLY ? 'warning' : 'ink'
          return (
            <li key={quota} className="flex flex-col gap-1.5">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {label} {note && <span className="text-muted">{note}</span>}
                </span>
                <span className="text-muted tabular-nums">
                  <span className="text-ink">{show(used)}</span> of {show(limit)}
                  {percent >= 100 && <span className="text-danger"> · used up</span>}
                </span>
              </p>
              <Progress value={percent} label={label} tone={tone} />
            </li>
          )
        })}
      </ul>
      <p className="mt-4 text-muted text-sm">One crawl brings at most {plain(usage.crawl_links.limit)} pages.</p>
    </Card>
  )
}
