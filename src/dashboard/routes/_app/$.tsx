import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '#dashboard/components/page-error.tsx'

/** Any unknown address; shown within the frame, so that the navigation stays at hand. */
export const Route = createFileRoute('/_app/$')({ component: PageNotFound })
