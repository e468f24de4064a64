import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { SystemSection } from '#dashboard/features/settings/system/system-section.tsx'

export const Route = createFileRoute('/_app/settings/system')({
  beforeLoad: () => requireRoleFor('getSystem'),
  component: SystemSection,
})
