import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { AccountCard } from './account-card.tsx'
import { PlanCard } from './plan-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { ThemeCard } from './theme-card.tsx'
import { UsageCard } from './usage-card.tsx'

const OrganizationCard = late(
  () => import('./form-cards.ts'),
  'OrganizationCard',
  <Skeleton className="h-44 w-full rounded-lg" />,
)

const PasswordCard = late(
  () => import('./form-cards.ts'),
  'PasswordCard',
  <Skeleton className="h-80 w-full max-sm:h-90 rounded-lg" />,
)

/** Loads the first card's code before the screen is shown, so that nothing below it moves. */
export const prepareSettings = OrganizationCard.preload

/** The settings of the organization and of this browser. `notifications` is a card of the inbox feature. */
export function SettingsPage({ notifications }: { notifications: ReactNode }) {
  const { id } = useOrganization()
  const { ownApi } = usePermissions()
  const organization = useQuery(api.getOrganization.queryOptions({ params: { organization: id } }))
  return (
    <Page title="Settings">
      <div className="flex max-w-3xl flex-col gap-5">
        {organization.data ? (
          <>
            <OrganizationCard organization={organization.data} />
            <PlanCard organization={organization.data} />
            <UsageCard usage={organization.data.usage} />
          </>
        ) : organization.error ? (
          <ErrorState error={organization.error} onRetry={() => void organization.refetch()} />
        ) : (
          <>
            <Skeleton className="h-44 w-full rounded-lg" />
            <Skeleton className="h-56 w-full rounded-lg" />
            <Skeleton className="h-64 w-full rounded-lg" />
          </>
        )}
        <ThemeCard />
        <Card title="Notifications" description="Kept in this browser.">
          {notifications}
        </Card>
        <AccountCard />
        {ownApi && <PasswordCard />}
        {ownApi && <SessionsCard />}
      </div>
      <UnsavedGuard />
    </Page>
  )
}
