import { createFileRoute } from '@tanstack/react-router'
import { prepareSecurity, SecuritySection } from '#dashboard/features/settings/security-section.tsx'

export const Route = createFileRoute('/_app/settings/security')({
  loader: prepareSecurity,
  component: SecuritySection,
})
