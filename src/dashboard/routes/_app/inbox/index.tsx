import { createFileRoute } from '@tanstack/react-router'
import { late } from '#dashboard/lib/late.tsx'

const NothingChosen = late(() => import('#dashboard/features/inbox/inbox-parts.ts'), 'NothingChosen')

export const Route = createFileRoute('/_app/inbox/')({
  loader: () => NothingChosen.preload(),
  component: () => <NothingChosen />,
})
