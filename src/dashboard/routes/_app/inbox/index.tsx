import { createFileRoute } from '@tanstack/react-router'
import { NothingChosen } from '#dashboard/features/inbox/nothing-chosen.tsx'

export const Route = createFileRoute('/_app/inbox/')({ component: NothingChosen })
