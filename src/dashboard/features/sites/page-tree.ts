export interface TreeNode {
  id: string
  label: string
  children: TreeNode[]
  /** Index of the page in the list of URLs; absent for a folder. */
  page?: number
  /** The pages of the node's subtree are `order.slice(from, to)`. */
  from: number
  to: number
}

interface PageTree {
  roots: TreeNode[]
  /** Indices into the list of URLs, in the order in which the tree shows the pages. */
  order: number[]
}

interface Branch {
  branches: Map<string, Branch>
  pages: number[]
}

const byName = new Intl.Collator(undefined, { numeric: true })

/** Builds a tree by host and path. A folder that contains only another folder is merged with it, as in `docs/v2`. */
export function buildPageTree(urls: readonly string[]): PageTree {
  const root: Branch = { branches: new Map(), pages: [] }
  urls.forEach((url, index) => {
    const { host, pathname } = new URL(url)
    let branch = root
    for (const segment of [host, ...pathname.split('/').filter(Boolean)]) {
      const known = branch.branches.get(segment) ?? { branches: new Map(), pages: [] }
      branch.branches.set(segment, known)
      branch = known
    }
    branch.pages.push(index)
  })
  const order: number[] = []

  /** The page at a folder's own address is labelled with its whole path, to tell it from the folder. */
  const leaf = (page: number, parent: string, isFolderItself = false): TreeNode => {
    const { pathname, search } = new URL(urls[page] ?? '')
    order.push(page)
    return {
      id: `${parent}#${page}`,
      label: readable(isFolderItself ? pathname : (pathname.split('/').filter(Boolean).at(-1) ?? '/')) + search,
      children: [],
      page,
      from: order.length - 1,
      to: order.length,
    }
  }

  const grow = (branch: Branch, name: string, parent: string): TreeNode[] => {
    if (branch.branches.size === 0) return branch.pages.map((page) => leaf(page, parent))
    const [only] = branch.branches
    if (only && branch.branches.size === 1 && branch.pages.length === 0 && only[1].branches.size > 0)
      return grow(only[1], `${name}/${only[0]}`, parent)
    const id = `${parent}/${name}`
    const from = order.length
    const children = [...branch.pages.map((page) => leaf(page, id, true)), ...growAll(branch, id)]
    return [{ id, label: readable(name), children, from, to: order.length }]
  }

  const growAll = (branch: Branch, parent: string): TreeNode[] =>
    [...branch.branches].sort(([a], [b]) => byName.compare(a, b)).flatMap(([name, below]) => grow(below, name, parent))

  // A host remains a folder even with a single page, so that the tree always shows where pages come from.
  const roots = [...root.branches]
    .sort(([a], [b]) => byName.compare(a, b))
    .map(([host, branch]): TreeNode => {
      const from = order.length
      const children = [...branch.pages.map((page) => leaf(page, host)), ...growAll(branch, host)]
      return { id: host, label: host, children, from, to: order.length }
    })
  return { roots, order }
}

export interface TreeRow {
  node: TreeNode
  /** Level in the tree, from 1; `position` is the place among the visible `siblings`, from 1. */
  level: number
  position: number
  siblings: number
  expanded: boolean
}

/** The visible rows. `expanded`: open folders. With `matches`, only folders with these pages, all of them open. */
export function visibleRows(
  { roots, order }: PageTree,
  expanded: ReadonlySet<string>,
  matches: ReadonlySet<number> | undefined,
): TreeRow[] {
  const rows: TreeRow[] = []
  const fits = ({ from, to }: TreeNode) => !matches || order.slice(from, to).some((page) => matches.has(page))
  const visit = (nodes: readonly TreeNode[], level: number) => {
    const shown = nodes.filter(fits)
    shown.forEach((node, index) => {
      const open = node.children.length > 0 && (matches !== undefined || expanded.has(node.id))
      rows.push({ node, level, position: index + 1, siblings: shown.length, expanded: open })
      if (open) visit(node.children, level + 1)
    })
  }
  visit(roots, 1)
  return rows
}

/** Counts the members of a set along the tree's order: element n is how many of the first n pages are in the set. */
export function countsAlong(order: readonly number[], set: ReadonlySet<number>): Uint32Array {
  const counts = new Uint32Array(order.length + 1)
  order.forEach((page, at) => {
    counts[at + 1] = (counts[at] ?? 0) + (set.has(page) ? 1 : 0)
  })
  return counts
}

export function countWithin(counts: Uint32Array, { from, to }: TreeNode): number {
  return (counts[to] ?? 0) - (counts[from] ?? 0)
}

/** Returns the choice after clicking a row with these pages: adds all, or removes all if all are chosen. */
export function toggle(chosen: ReadonlySet<number>, pages: readonly number[]): Set<number> {
  const all = pages.every((page) => chosen.has(page))
  const next = new Set(chosen)
  for (const page of pages) {
    if (all) next.delete(page)
    else next.add(page)
  }
  return next
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
