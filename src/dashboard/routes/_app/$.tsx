import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '#dashboard/components/page-error.tsx'

/** Any other address: said inside the frame, so that the way on is at hand. */
export const Route = createFileRoute('/_app/$')({ component: PageNotFound })
