import { createFileRoute } from '@tanstack/react-router'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { AllSitesPage } from '#dashboard/features/sites/all-sites-page.tsx'
import { pageNumber } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/crawls/')({
  validateSearch: (search): { page?: number | undefined } => ({ page: pageNumber(search.page) }),
  beforeLoad: () => requireRoleFor('createSite'),
  component: AllSitesPage,
})
