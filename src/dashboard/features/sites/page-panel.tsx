import ExternalLink from 'lucide-react/icons/external-link'
import { api } from '#dashboard/api/api.ts'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { TextDifference } from '#dashboard/components/text-difference.tsx'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { changes } from './plan-words.ts'
import type { Plan, PlanPage, Site } from './site-search.ts'

interface PagePanelProps {
  site: Site
  plan: Plan
  page: PlanPage
  onClose: () => void
}

/** A panel with the text of a page of a plan: the difference for one that has changed, else the whole text. */
export function PagePanel({ site, plan, page, onClose }: PagePanelProps) {
  const params = { site: site.id, plan: plan.id, page: page.id }
  const texts = api.getPlanPage.useQuery({ params })
  const { label, tone } = changes[page.change]
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={page.title} className="max-w-2xl">
      <div className="flex flex-col gap-4 px-5 py-4">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <a
            href={page.url}
            target="_blank"
            rel="noreferrer"
            className="flex min-w-0 items-center gap-1.5 break-all text-ink-soft text-sm hover:underline"
          >
            {page.url} <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          </a>
        </p>
        {!texts.data ? (
          <NotLoaded query={texts} placeholder={<Skeleton className="h-64 w-full" />} />
        ) : page.change === 'changed' ? (
          <TextDifference before={texts.data.before ?? ''} after={texts.data.after ?? ''} label="What has changed" />
        ) : (
          <p className="whitespace-pre-wrap break-words font-mono text-sm" dir="auto">
            {texts.data.after ?? texts.data.before ?? 'Its text is no longer kept.'}
          </p>
        )}
      </div>
    </Sheet>
  )
}
