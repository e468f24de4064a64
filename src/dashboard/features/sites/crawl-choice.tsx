import { useDeferredValue, useId, useMemo } from 'react'
import { counted } from '#dashboard/lib/sizes.ts'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { matchingPages } from './choose-pages.ts'
import { ChooseShown, ChosenBar, PageSearch } from './page-choice-parts.tsx'
import { PageTreeView } from './page-tree-view.tsx'
import { usePageChoice } from './use-page-choice.ts'

interface CrawlChoiceProps {
  urls: readonly string[]
  /** The pages that are chosen at first; all unless given. */
  first: readonly string[] | undefined
  agentName: string
  find: string
  onFind: (words: string | undefined) => void
  onLearn: (urls: readonly string[]) => void
  /** Whether the agent has some pages of the crawl already, and these are the others. */
  isRest: boolean
}

/** The pages that a crawl has found, by folder, to choose from. */
export function CrawlChoice({ urls, first, agentName, find, onFind, onLearn, isRest }: CrawlChoiceProps) {
  const id = useId()
  const query = useDeferredValue(find.trim())
  const shown = useMemo(
    () =>
      matchingPages(
        urls.map((url) => ({ url })),
        query,
      ),
    [urls, query],
  )
  const { chosen, visible, rows, ...choice } = usePageChoice(urls, shown, first)
  return (
    <section aria-labelledby={`${id}-title`} className="overflow-clip rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        <h2 id={`${id}-title`} className="min-w-0 flex-1 basis-56 font-semibold">
          {isRest ? `What ${agentName} could learn besides` : `What ${agentName} is to learn`}
        </h2>
        <PageSearch find={find} onFind={onFind} />
      </header>
      {rows.length === 0 ? (
        <p className="px-4 py-16 text-center text-muted">No page fits.</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 text-muted text-sm">
            <ChooseShown choice={choice} isSearched={shown !== undefined} />
            {shown && <span aria-live="polite">{counted(visible.size, 'page')}</span>}
            <p id={id} className="ml-auto hidden sm:block">
              <Kbd keys="Space" /> chooses
            </p>
          </div>
          <PageTreeView
            hintId={id}
            rows={rows}
            urls={urls}
            stateOf={choice.stateOf}
            detailOf={() => null}
            wordsOf={() => ''}
            onToggle={choice.toggleRow}
            onExpand={choice.expand}
            onOpen={undefined}
          />
        </>
      )}
      <ChosenBar
        chosen={chosen.size}
        all={urls.length}
        noun="page"
        onDo={() => onLearn(urls.filter((_, index) => chosen.has(index)))}
        label={`Learn ${counted(chosen.size, 'page')}`}
      />
    </section>
  )
}
