import { createFileRoute } from '@tanstack/react-router'
import { NotificationsSection } from '#dashboard/features/settings/notifications/notifications-section.tsx'

export const Route = createFileRoute('/_app/settings/notifications')({ component: NotificationsSection })
