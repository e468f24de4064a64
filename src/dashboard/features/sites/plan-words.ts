import type { PageChange } from '#contract/enums.ts'
import type { PlanAsk } from '#contract/site-enums.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import type { BadgeTone } from '#dashboard/ui/badge.tsx'
import type { Plan, Site } from './site-search.ts'

export const changes: Record<PageChange, { label: string; tone: BadgeTone }> = {
  added: { label: 'Added', tone: 'success' },
  changed: { label: 'Changed', tone: 'warning' },
  gone: { label: 'Gone', tone: 'danger' },
}

/** Why a plan waits for a person; undefined where that needs no words: a first plan, and plans that always wait. */
export const asks: Record<PlanAsk, string | undefined> = {
  first: undefined,
  policy: undefined,
  gone: 'More than a fifth of the pages are gone.',
  changed: 'More than a fifth of the pages have changed.',
  missing: 'More than a fifth of the pages could not be read. They are kept, and nothing is added.',
  alike:
    'Several pages say the same or lead to one place, as where a website is being worked on. What was learnt from them is kept.',
  proposed: 'Among the pages to add are some that were proposed before and not chosen.',
  hasty: 'Some of the pages to take away were missing only in crawls within hours of one another.',
  broke: 'With this plan, checks that pass now would fail.',
  model: 'The checks were not tried, because a provider would have been paid for it.',
  unsettled: 'The checks were not tried to their end, because the agent kept changing meanwhile.',
  large:
    'These are more pages than one crawl visits, than checks are tried with or go live at once, or than your plan has room for.',
}

export function stateOf(site: Site): { label: string; tone: BadgeTone } {
  const { plan, schedule } = site
  if (!plan) return { label: 'Not crawled yet', tone: 'neutral' }
  switch (plan.status) {
    case 'crawling':
      return { label: `Looking, ${counted(plan.progress.done, 'page')}`, tone: 'ai' }
    case 'ready':
      return { label: `${counted(totalOf(plan), 'change')} to review`, tone: 'warning' }
    case 'applying':
      return { label: `${plan.progress.done} of ${plan.progress.total} learnt`, tone: 'ai' }
    case 'failed':
      return { label: 'Could not be read', tone: 'danger' }
    case 'applied':
      if (foundNothing(site)) return { label: 'No page found', tone: 'warning' }
      if (plan.failed > 0) return { label: `${counted(plan.failed, 'page')} failed`, tone: 'warning' }
      return schedule === 'off' ? { label: 'Learnt', tone: 'success' } : { label: 'Up to date', tone: 'success' }
  }
}

/** Whether the latest crawl of a site found no page to learn, and the site has no sources. */
export const foundNothing = ({ plan, sources }: Site): boolean =>
  plan?.status === 'applied' && sources === 0 && totalOf(plan) === 0 && plan.counts.unchanged === 0

export const totalOf = ({ counts: { added, changed, gone } }: Plan): number => added + changed + gone

/** The counts of a plan as text: "3 added, 1 changed, 40 unchanged". */
export function countsText({ counts }: Plan): string {
  const parts = (['added', 'changed', 'gone', 'unchanged'] as const).flatMap((name) =>
    counts[name] > 0 ? [`${counts[name].toLocaleString()} ${name}`] : [],
  )
  return parts.join(', ') || 'no pages'
}

/** What was applied of a plan as text: its counts if all changes were chosen, else how many were learnt. */
export function appliedText(plan: Plan): string {
  const { done, total } = plan.progress
  if (total === 0 || total === totalOf(plan)) return countsText(plan)
  return `${(done - plan.failed).toLocaleString()} of ${counted(totalOf(plan), 'change')} learnt; the others were not chosen`
}

export const isUnderWay = (plan: Plan | null | undefined): boolean =>
  plan?.status === 'crawling' || plan?.status === 'applying'
