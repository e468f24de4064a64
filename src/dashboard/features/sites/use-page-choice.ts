import { useMemo, useState } from 'react'
import {
  buildPageTree,
  countsAlong,
  countWithin,
  type TreeNode,
  type TreeRow,
  toggle,
  visibleRows,
} from './page-tree.ts'

const SMALL_SITE = 60 // pages; a site with no more has all folders open at first

/**
 * The pages of a website as a tree of which some are chosen.
 * @param shown indices of the pages that a search leaves; undefined for all
 * @param first the pages that are chosen at first
 */
export function usePageChoice(urls: readonly string[], shown: ReadonlySet<number> | undefined, first = urls) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => indicesOf(first, urls))
  const tree = useMemo(() => buildPageTree(urls), [urls])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => foldersToOpen(tree.roots, urls.length))
  const rows = useMemo(() => visibleRows(tree, expanded, shown), [tree, expanded, shown])
  const visible = useMemo(() => shown ?? new Set(urls.keys()), [shown, urls])
  const visibleAlong = useMemo(() => countsAlong(tree.order, visible), [tree, visible])
  const chosenAlong = useMemo(
    () => countsAlong(tree.order, new Set([...chosen].filter((page) => visible.has(page)))),
    [tree, chosen, visible],
  )
  const chosenHere = chosenAlong.at(-1) ?? 0
  return {
    chosen,
    rows,
    /** Indices of the pages that are shown. */
    visible,
    isAllShownChosen: chosenHere === visible.size,
    /** Chooses all pages that are shown, or none of them if all are chosen. */
    toggleShown: () => setChosen((now) => toggle(now, [...visible])),
    leaveOut: (pages: ReadonlySet<number>) => setChosen((now) => new Set([...now].filter((page) => !pages.has(page)))),
    stateOf: ({ node }: TreeRow) => ({
      choosable: countWithin(visibleAlong, node),
      chosen: countWithin(chosenAlong, node),
    }),
    toggleRow({ node }: TreeRow) {
      const pages = tree.order.slice(node.from, node.to).filter((page) => visible.has(page))
      setChosen((now) => toggle(now, pages))
    },
    expand({ node }: TreeRow, open: boolean) {
      const next = new Set(expanded)
      if (open) next.add(node.id)
      else next.delete(node.id)
      setExpanded(next)
    },
  }
}

function indicesOf(some: readonly string[], urls: readonly string[]): Set<number> {
  const wanted = new Set(some)
  return new Set(urls.flatMap((url, index) => (wanted.has(url) ? [index] : [])))
}

/** Ids of the folders to open at first: all of a small site, only the topmost of a large one. */
function foldersToOpen(roots: readonly TreeNode[], pages: number): Set<string> {
  const open = new Set<string>()
  const visit = (node: TreeNode) => {
    open.add(node.id)
    if (pages <= SMALL_SITE) node.children.forEach(visit)
  }
  roots.forEach(visit)
  return open
}
