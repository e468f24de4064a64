import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '#dashboard/components/page-error.tsx'

/** Any unknown address. The error is shown within the frame, so that the navigation can be used. */
export const Route = createFileRoute('/_app/$')({ component: PageNotFound })
