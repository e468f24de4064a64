import { createFileRoute } from '@tanstack/react-router'
import { DevelopersPage } from '#dashboard/features/developers/developers-page.tsx'
import { someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/developers')({
  validateSearch: (search): { q?: string | undefined } => ({ q: someText(search.q) }),
  component: DevelopersPage,
})
