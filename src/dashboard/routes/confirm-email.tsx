import { createFileRoute, useLocation } from '@tanstack/react-router'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { ConfirmEmailPage } from '#dashboard/features/session/confirm-email-page.tsx'

export const Route = createFileRoute('/confirm-email')({
  errorComponent: BarePageError,
  component: () => <ConfirmEmailPage token={useLocation({ select: ({ hash }) => hash })} />,
})
