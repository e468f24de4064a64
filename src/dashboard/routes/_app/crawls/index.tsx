import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { AllSitesPage } from '#dashboard/features/sites/all-sites-page.tsx'

export const Route = createFileRoute('/_app/crawls/')({
  beforeLoad: () => requireRoleFor('createSite'),
  component: AllSitesPage,
})
