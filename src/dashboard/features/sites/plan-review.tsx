import { useDeferredValue, useId, useMemo } from 'react'
import { pageChanges } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { isPattern, matchingPages } from './choose-pages.ts'
import { ChooseShown, ChosenBar, PageSearch } from './page-choice-parts.tsx'
import { PageTreeView } from './page-tree-view.tsx'
import { changes, countsText, totalOf } from './plan-words.ts'
import type { Plan, PlanPage, Site, SiteSearch } from './site-search.ts'
import { usePageChoice } from './use-page-choice.ts'

const PagePanel = late(() => import('./page-panel.tsx'), 'PagePanel')

interface PlanReviewProps {
  site: Site
  plan: Plan
  agentName: string
  search: SiteSearch
  onChange: (changed: SiteSearch) => void
}

/** The changes that a plan proposes, by folder and page, to be reviewed and then applied, as a whole or in part. */
export function PlanReview(props: PlanReviewProps) {
  const { site, plan } = props
  const params = { site: site.id, plan: plan.id }
  const pages = api.listPlanPages.useQuery({ params })
  if (totalOf(plan) === 0)
    return <Card title="Nothing to apply" description={`The plan proposes no change: ${countsText(plan)}.`} />
  if (pages.data) return <Review {...props} pages={pages.data} />
  return <NotLoaded query={pages} placeholder={<Skeleton className="h-96 w-full rounded-lg" />} />
}

function Review({ site, plan, agentName, search, onChange, pages }: PlanReviewProps & { pages: readonly PlanPage[] }) {
  const hintId = useId()
  const { may } = usePermissions()
  const mayApply = may('applyPlan')
  const params = { site: site.id, plan: plan.id }
  const urls = useMemo(() => pages.map(({ url }) => url), [pages])
  const query = useDeferredValue(search.find?.trim() ?? '')
  const shown = useMemo(() => shownPages(pages, query, search.change), [pages, query, search.change])
  const choice = usePageChoice(urls, shown)
  const { chosen, visible, rows } = choice
  const apply = api.applyPlan.useMutation()
  const exclude = api.updateSite.useMutation()
  const leaveOut = () =>
    exclude.mutate(
      { params: { site: site.id }, body: { exclude: [...site.exclude, query] } },
      // Other pages may be shown by then: those to be left out are the ones that were shown when this was asked for.
      { onSuccess: () => choice.leaveOut(visible) },
    )
  const isAll = chosen.size === pages.length
  const submit = () =>
    apply.mutate({ params, body: isAll ? { all: true } : { pages: [...chosen].map((page) => pages[page]!.id) } })
  const isFirst = plan.asks.includes('first')
  const opened = pages.find(({ id }) => id === search.text)
  const mayLeaveOut = may('updateSite') && isPattern(query) && !site.exclude.includes(query) && visible.size > 0
  return (
    <section aria-labelledby={`${hintId}-title`} className="overflow-clip rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        <div className="min-w-0 flex-1 basis-56">
          <h3 id={`${hintId}-title`} className="font-semibold">
            {isFirst ? `What ${agentName} is to learn` : 'What has changed'}
          </h3>
          <p className="text-muted">{countsText(plan)}</p>
        </div>
        <FilterSelect
          label="Changes shown"
          any="All changes"
          className="w-auto"
          options={pageChanges.map((change) => [change, changes[change].label] as const)}
          value={search.change}
          onChange={(change) => onChange({ change })}
        />
        <PageSearch find={search.find ?? ''} onFind={(find) => onChange({ find })} />
      </header>
      {rows.length === 0 ? (
        <p className="px-4 py-16 text-center text-muted">No page fits.</p>
      ) : (
        <>
          <div className="group/bar flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 text-muted text-sm">
            {mayApply ? (
              <ChooseShown choice={choice} isSearched={shown !== undefined} />
            ) : (
              <p className="py-1">An owner or admin decides what is learnt.</p>
            )}
            {shown && <span aria-live="polite">{counted(visible.size, 'page')}</span>}
            {mayLeaveOut && (
              <Button size="sm" variant="ghost" pending={exclude.isPending} onClick={leaveOut}>
                Leave out from now on
              </Button>
            )}
            <p id={hintId} className="ml-auto hidden sm:block">
              {mayApply && (
                <>
                  <Kbd keys="Space" /> chooses,{' '}
                </>
              )}
              <Kbd keys="o" /> shows the text
            </p>
          </div>
          {exclude.error && <ErrorNotice error={exclude.error} className="m-3" />}
          <PageTreeView
            hintId={hintId}
            rows={rows}
            urls={urls}
            stateOf={choice.stateOf}
            detailOf={(index) => <Detail page={pages[index]!} isFirst={isFirst} />}
            wordsOf={(index) => detailWords(pages[index]!, isFirst)}
            onToggle={mayApply ? choice.toggleRow : undefined}
            onExpand={choice.expand}
            onOpen={(index) => onChange({ text: pages[index]!.id })}
          />
        </>
      )}
      {mayApply && (
        <ChosenBar
          chosen={chosen.size}
          all={pages.length}
          noun="change"
          pending={apply.isPending}
          onDo={submit}
          label={isFirst ? `Learn ${counted(chosen.size, 'page')}` : `Apply ${counted(chosen.size, 'change')}`}
        >
          {apply.error && <ErrorNotice error={apply.error} className="order-first basis-full" />}
        </ChosenBar>
      )}
      {opened && <PagePanel site={site} plan={plan} page={opened} onClose={() => onChange({ text: undefined })} />}
    </section>
  )
}

/** A page's kind of change, except in a first plan, its title unless that is its address, and its changed lines. */
function Detail({ page: { title, change, difference, url }, isFirst }: { page: PlanPage; isFirst: boolean }) {
  const { label, tone } = changes[change]
  return (
    <>
      {!isFirst && <Badge tone={tone}>{label}</Badge>}{' '}
      {title !== url && <span className="min-w-0 truncate text-muted text-sm">{title}</span>}{' '}
      {change === 'changed' && (
        <span className="shrink-0 text-muted text-xs tabular-nums max-sm:hidden">{linesText(difference)}</span>
      )}
    </>
  )
}

/** What `Detail` shows as text, in the same order. */
const detailWords = ({ title, change, difference, url }: PlanPage, isFirst: boolean): string =>
  [!isFirst && changes[change].label, title !== url && title, change === 'changed' && linesText(difference)]
    .filter(Boolean)
    .join(' ')

const linesText = ({ added, removed }: PlanPage['difference']) =>
  `+${added.toLocaleString()} −${removed.toLocaleString()}`

/** Indices of the pages that match a search and, if one is given, a kind of change; undefined without either. */
function shownPages(pages: readonly PlanPage[], query: string, kind: SiteSearch['change']): Set<number> | undefined {
  const matches = matchingPages(pages, query)
  if (!kind) return matches
  const all = matches ?? new Set(pages.keys())
  return new Set([...all].filter((index) => pages[index]!.change === kind))
}
