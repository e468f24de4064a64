import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { SectionList } from '#dashboard/components/section-list.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { ActionsCard } from './settings/actions-card.tsx'

// Loaded after the first view, as the code for form validation takes 40 kB (gzip).
const IdentityCard = late(
  () => import('./settings/form-cards.ts'),
  'IdentityCard',
  <Skeleton className="h-100 w-full rounded-lg" />,
)

const sections = [
  { title: 'Webhooks', id: 'webhooks' },
  { title: 'API', id: 'api' },
  { title: 'Visitors’ identity', id: 'visitors-identity' },
  { title: 'Actions', id: 'actions' },
]

interface DevelopersPageProps {
  agentId: string
  /** What belongs to other features, passed in by the route, as features do not import each other. */
  webhooks: ReactNode
  apiLines: ReactNode
}

/** What the programs of whoever runs the agent need of it. */
export function DevelopersPage({ agentId, webhooks, apiLines }: DevelopersPageProps) {
  const { data: settings } = useSuspenseQuery(api.getAgentSettings.queryOptions({ params: { agent: agentId } }))
  return (
    <SectionList label="Developers" sections={sections}>
      <section aria-labelledby="webhooks" className="flex flex-col gap-4">
        <h2 id="webhooks" tabIndex={-1} className="w-fit scroll-mt-16 font-semibold">
          Webhooks
        </h2>
        {webhooks}
      </section>
      {apiLines}
      <IdentityCard agentId={agentId} settings={settings} />
      <ActionsCard agentId={agentId} />
    </SectionList>
  )
}
