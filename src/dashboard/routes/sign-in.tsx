import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { SignInPage } from '#dashboard/features/session/sign-in-page.tsx'
import { localAddress } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/sign-in')({
  validateSearch: (search): { next?: string | undefined } => ({ next: localAddress(search.next) }),
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const { needs_setup, session, sends_mail } = await queryClient.fetchQuery(api.getStart.queryOptions())
    if (needs_setup) throw redirect({ to: '/setup' })
    if (session) throw redirect({ href: search.next ?? '/', replace: true })
    return { sendsMail: sends_mail }
  },
  errorComponent: BarePageError,
  component: () => {
    const { next = '/' } = Route.useSearch()
    const { sendsMail } = Route.useRouteContext()
    return <SignInPage next={next} sendsMail={sendsMail} />
  },
})
