import { useSuspenseQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { LineCard, LinkCard } from './line-card.tsx'
import { type Look, Preview } from './preview.tsx'
import { Sightings } from './sightings.tsx'

const skeleton = <Skeleton className="h-100 w-full rounded-lg" />
// Loaded after the first view, as the code for form validation takes 40 kB (gzip).
const OriginsCard = late(() => import('./form-cards.ts'), 'OriginsCard', skeleton)
const AppearanceCard = late(() => import('./form-cards.ts'), 'AppearanceCard', skeleton)
const LimitCard = late(() => import('./form-cards.ts'), 'LimitCard', skeleton)

const PreviewSheet = late(() => import('./preview-sheet.tsx'), 'PreviewSheet')

/** The screen for putting an agent onto a website in three steps, and for how its chat looks. */
export function WidgetPage({ agentId }: { agentId: string }) {
  const input = { params: { agent: agentId } }
  const { data: settings } = useSuspenseQuery(api.getAgentSettings.queryOptions(input))
  const { data: sightings } = useSuspenseQuery(api.getWidgetSightings.queryOptions(input))
  const [look, setLook] = useState<Look>()
  const [isOpen, setOpen] = useState(false)
  const hasRoom = useMediaQuery('(width >= 64rem)')
  const { appearance, greeting, starters, away_text, locale, widget_origins } = settings
  const preview = { agentId, look: look ?? { appearance, greeting, starters, away_text, locale } }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <OriginsCard agentId={agentId} settings={settings} />
        <LineCard
          agentId={agentId}
          isAllowed={widget_origins.length > 0}
          isPlaced={sightings.seen.length + sightings.refused.length > 0}
        />
        <Sightings agentId={agentId} allowed={widget_origins} sightings={sightings} />
        <LinkCard agentId={agentId} />
        <AppearanceCard agentId={agentId} settings={settings} onLook={setLook} />
        <LimitCard agentId={agentId} settings={settings} />
      </div>
      {hasRoom ? (
        <div className="sticky top-14">
          <Preview {...preview} />
        </div>
      ) : (
        <div className="pointer-events-none sticky bottom-4 z-10 flex justify-center sm:justify-end">
          <Button
            variant="primary"
            size="lg"
            aria-haspopup="dialog"
            onPointerEnter={PreviewSheet.preload}
            onFocus={PreviewSheet.preload}
            onClick={() => setOpen(true)}
            className="pointer-events-auto rounded-full shadow-float"
          >
            <Eye aria-hidden />
            Preview
          </Button>
        </div>
      )}
      {isOpen && !hasRoom && <PreviewSheet {...preview} onClose={() => setOpen(false)} />}
      <UnsavedGuard />
    </div>
  )
}
