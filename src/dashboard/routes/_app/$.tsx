import { createFileRoute, redirect } from '@tanstack/react-router'
import { PageNotFound } from '#dashboard/components/page-error.tsx'

// Where screens of an agent have moved to, as bookmarks and mails still lead to where they were.
const moved: Record<string, string> = {
  sources: 'knowledge/sources',
  gaps: 'knowledge/gaps',
  checks: 'knowledge/checks',
  websites: 'knowledge/websites',
  website: 'widget',
  webhooks: 'developers',
}

/** Any unknown address. The error is shown within the frame, so that the navigation can be used. */
export const Route = createFileRoute('/_app/$')({
  beforeLoad: ({ params: { _splat = '' }, location }) => {
    const [, agent, screen = ''] = /^agents\/([^/]+)\/(\w+)$/.exec(_splat) ?? []
    if (agent && screen === 'conversations') throw redirect({ to: '/inbox', search: { agent }, replace: true })
    const href = moved[screen] && `/agents/${agent}/${moved[screen]}${location.searchStr}`
    if (href) throw redirect({ to: href, replace: true })
  },
  component: PageNotFound,
})
