import type { Data } from '#contract/index.ts'

export type SkipReason = Data<'getFullCrawl'>['skipped'][number]['reason']

/** Why a crawl leaves out a page it has seen: a label and an explanation of each reason. */
export const skipReasons: Record<SkipReason, { label: string; meaning: string }> = {
  robots: { label: 'robots.txt', meaning: 'The site asks robots to stay away.' },
  noindex: { label: 'noindex', meaning: 'The page asks not to be listed.' },
  not_html: { label: 'Not a page', meaning: 'An image, an archive or another file.' },
  duplicate: { label: 'Duplicate', meaning: 'The same content as a page that was found.' },
  unreachable: { label: 'Unreachable', meaning: 'No answer, or an error.' },
  excluded: { label: 'Left out by you', meaning: 'Its path matches what you leave out.' },
  other_host: { label: 'Another site', meaning: 'A link that leads elsewhere.' },
  redirected_away: { label: 'Leads away', meaning: 'It redirects to another site.' },
  too_deep: { label: 'Too deep', meaning: 'Too many links from the start.' },
  trap: { label: 'Endless', meaning: 'Addresses without end, such as a calendar’s.' },
  page_limit: { label: 'Page limit', meaning: 'More than one crawl returns.' },
  plan_limit: { label: 'Plan limit', meaning: 'More than your plan has room for.' },
}
