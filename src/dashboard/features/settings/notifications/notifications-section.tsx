import type { NotificationChannel } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'

const skeleton = <Skeleton className="h-36 w-full rounded-lg" />

const AvailabilityCard = late(() => import('../availability-card.tsx'), 'AvailabilityCard', skeleton)
const WishesCard = late(() => import('./wishes-card.tsx'), 'WishesCard', skeleton)
const WaysCard = late(() => import('./ways-card.tsx'), 'WaysCard', skeleton)
const QuietCard = late(() => import('./quiet-card.tsx'), 'QuietCard', skeleton)

/** What one is told of, how, and when not. */
export function NotificationsSection() {
  const sendsMail = api.getStart.useQuery().data?.sends_mail
  const push = api.getPushKey.useQuery().data
  const lacking: NotificationChannel[] = []
  if (sendsMail === false) lacking.push('mail')
  if (push?.public_key === null) lacking.push('push')
  return (
    <SettingsSection title="Notifications">
      <AvailabilityCard />
      {sendsMail === undefined || push === undefined ? (
        skeleton
      ) : (
        <>
          <WishesCard lacking={lacking} />
          <WaysCard sendsMail={sendsMail} pushKey={push.public_key} />
        </>
      )}
      <QuietCard />
    </SettingsSection>
  )
}
