import { createFileRoute } from '@tanstack/react-router'
import { ProfileSection } from '#dashboard/features/settings/profile-section.tsx'

export const Route = createFileRoute('/_app/settings/profile')({ component: ProfileSection })
