import { createFileRoute, useLocation } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { ResetPasswordPage } from '#dashboard/features/session/reset-password-page.tsx'

export const Route = createFileRoute('/reset-password')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const { sends_mail } = await queryClient.fetchQuery(api.getStart.queryOptions())
    return { sendsMail: sends_mail }
  },
  errorComponent: BarePageError,
  component: () => {
    const token = useLocation({ select: ({ hash }) => hash })
    const { sendsMail } = Route.useRouteContext()
    return <ResetPasswordPage token={token} sendsMail={sendsMail} />
  },
})
