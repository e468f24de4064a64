import FileSearch from 'lucide-react/icons/file-search'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { Data } from '#contract/index.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#dashboard/ui/tabs.tsx'
import { AnotherAddress } from './another-address.tsx'
import { ChoiceBar } from './choice-bar.tsx'
import type { CrawlSearch } from './crawl-search.ts'
import {
  buildPageTree,
  countsAlong,
  countWithin,
  type PageTree,
  type TreeNode,
  type TreeRow,
  visibleRows,
} from './page-tree.ts'
import { PageTreeView } from './page-tree-view.tsx'
import { SkippedList } from './skipped-list.tsx'
import { stepFocus } from './step-focus.ts'
import { useAgentChoice } from './use-agent-choice.ts'
import { usePageChoice } from './use-page-choice.ts'

const SMALL_SITE = 40 // pages

interface ChooseStepProps {
  taskId: string
  /** Address of the crawled website. */
  url: string
  urls: readonly string[]
  skipped: Data<'getFullCrawl'>['skipped']
  search: CrawlSearch
  onChange: (changed: CrawlSearch, replace?: boolean) => void
}

/** The step of a crawl in which one chooses among the pages found. */
export function ChooseStep({ taskId, url, urls, skipped, search, onChange }: ChooseStepProps) {
  const hintId = useId()
  const agents = useAgentChoice(search.agent)
  const choice = usePageChoice(taskId, urls, agents.chosen?.id)
  const tree = useMemo(() => buildPageTree(urls), [urls])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => foldersToOpen(tree, urls.length))
  const query = useDeferredValue(search.q?.trim() ?? '')
  const matches = useMemo(() => matching(urls, query), [urls, query])
  const rows = useMemo(() => visibleRows(tree, expanded, matches), [tree, expanded, matches])
  const choosable = useMemo(() => both(choice.choosable, matches), [choice.choosable, matches])
  const choosableAlong = useMemo(() => countsAlong(tree.order, choosable), [tree, choosable])
  const chosenAlong = useMemo(
    () => countsAlong(tree.order, both(choice.chosen, matches)),
    [tree, choice.chosen, matches],
  )

  const pagesOf = ({ node }: TreeRow) => tree.order.slice(node.from, node.to).filter((page) => choosable.has(page))
  const expand = ({ node }: TreeRow, open: boolean) => {
    const next = new Set(expanded)
    if (open) next.add(node.id)
    else next.delete(node.id)
    setExpanded(next)
  }

  if (urls.length === 0 && skipped.length === 0)
    return (
      <div ref={stepFocus}>
        <EmptyState icon={FileSearch} title="No pages found" action={<AnotherAddress url={url} agent={search.agent} />}>
          Nothing at this address leads to a page that can be read.
        </EmptyState>
      </div>
    )
  const visible = [...choosable]
  const chosenHere = chosenAlong.at(-1) ?? 0
  return (
    <div ref={stepFocus} className="flex flex-col gap-5">
      <h2 className="sr-only">Choose pages</h2>
      {choice.error && <ErrorNotice error={choice.error} onRetry={choice.retry} />}
      <Tabs
        value={search.tab ?? 'pages'}
        onValueChange={(tab) => onChange({ tab: tab === 'skipped' ? 'skipped' : undefined }, true)}
        className="overflow-clip rounded-lg border border-line bg-surface"
      >
        <div className="flex flex-wrap items-center gap-x-4 border-line border-b px-4">
          <TabsList className="border-b-0">
            <TabsTrigger value="pages">Found · {urls.length.toLocaleString()}</TabsTrigger>
            <TabsTrigger value="skipped">Left out · {skipped.length.toLocaleString()}</TabsTrigger>
          </TabsList>
          <Input
            type="search"
            aria-label="Search addresses"
            placeholder="Search addresses"
            className="my-1.5 sm:ml-auto sm:w-64"
            value={search.q ?? ''}
            onChange={(event) => onChange({ q: event.target.value || undefined }, true)}
          />
        </div>
        <TabsContent value="pages" tabIndex={-1} className="group/pages">
          {rows.length === 0 ? (
            <p className="px-4 py-16 text-center text-muted">
              {urls.length === 0 ? 'Every page was left out: the other tab says why.' : 'No address fits this search.'}
            </p>
          ) : (
            <>
              <div className="flex items-center gap-2 border-line border-b px-4 py-1.5 text-muted text-sm max-sm:py-0.5">
                <Button
                  size="sm"
                  variant="ghost"
                  className="-ml-2"
                  disabled={visible.length === 0}
                  onClick={() => choice.toggle(visible)}
                >
                  {chosenHere === visible.length && visible.length > 0 ? 'Choose none' : 'Choose all'}
                  {query && ' that fit'}
                </Button>
                {query && <span aria-live="polite">{counted(matches?.size ?? 0, 'page')} found</span>}
                <p id={hintId} className="ml-auto hidden sm:group-has-[[role=tree]:focus-visible]/pages:block">
                  <Kbd keys="Space" /> chooses, <Kbd keys="left right" /> close and open, <Kbd keys="o" /> shows the
                  page
                </p>
              </div>
              <PageTreeView
                hintId={hintId}
                rows={rows}
                urls={urls}
                stateOf={({ node }) => ({
                  choosable: countWithin(choosableAlong, node),
                  chosen: countWithin(chosenAlong, node),
                })}
                onToggle={(row) => choice.toggle(pagesOf(row))}
                onExpand={expand}
              />
            </>
          )}
        </TabsContent>
        <TabsContent value="skipped" tabIndex={-1}>
          <SkippedList skipped={skipped} query={query} />
        </TabsContent>
        <ChoiceBar
          taskId={taskId}
          chosen={choice.chosen}
          ready={!choice.isLoading && !choice.error}
          agents={agents}
          onAgent={(agent) => onChange({ agent }, true)}
          onCreate={() => onChange({ step: undefined, q: undefined })}
        />
      </Tabs>
    </div>
  )
}

/** Ids of the folders to open at first: all of a small site, only the topmost of a large one. */
function foldersToOpen({ roots }: PageTree, pages: number): Set<string> {
  const open = new Set<string>()
  const visit = (node: TreeNode) => {
    open.add(node.id)
    if (pages <= SMALL_SITE) node.children.forEach(visit)
  }
  roots.forEach(visit)
  return open
}

/** Indices of the pages whose address contains every word of the search; undefined without a search. */
function matching(urls: readonly string[], query: string): Set<number> | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return new Set(urls.flatMap((url, index) => (words.every((word) => url.toLowerCase().includes(word)) ? [index] : [])))
}

function both(pages: ReadonlySet<number>, others: ReadonlySet<number> | undefined): ReadonlySet<number> {
  return others ? new Set([...pages].filter((page) => others.has(page))) : pages
}
