import { createFileRoute } from '@tanstack/react-router'
import { DevelopersPage } from '#dashboard/features/developers/developers-page.tsx'

export const Route = createFileRoute('/_app/developers')({ component: DevelopersPage })
