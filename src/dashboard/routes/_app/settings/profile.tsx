import { createFileRoute } from '@tanstack/react-router'
import { ProfileSection, prepareProfile } from '#dashboard/features/settings/profile-section.tsx'

export const Route = createFileRoute('/_app/settings/profile')({
  loader: prepareProfile,
  component: ProfileSection,
})
