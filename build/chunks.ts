import type { Rolldown } from 'vite'

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null

/** The router's plugin cuts each route's screen off its file: `routes/….tsx?tsr-split=component`. */
const SCREEN = /src[\\/]dashboard[\\/]routes[\\/](.*)\.tsx\?tsr-split=/
const INBOX = /_app[\\/]inbox/
const ENTRY = 'the page itself'

/**
 * Which file of the build a module belongs in. Left to itself the bundler makes a file for each set of modules that are
 * wanted together, and a first visit fetches up to fifty of a few hundred bytes each. So what screens share is three
 * files: `app`, which comes with the page itself; `inbox`, for the inbox with or without a conversation open; and
 * `screens`, for what two or more of the others have in common. All else is cut as the bundler likes. What a module
 * imports is wanted wherever the module is, so it is in the same file or in one shared by more: files never import each
 * other in a circle.
 */
export function chunkOf(id: string, graph: { getModuleInfo: ModuleInfo }): string | null {
  const roots = rootsOf(id, (module) => graph.getModuleInfo(module))
  if (roots.has(ENTRY)) return 'app'
  const screens = [...roots].filter((root) => SCREEN.test(root))
  if (screens.length === 0 || roots.size === 1) return null
  const inbox = screens.filter((root) => INBOX.test(root))
  if (inbox.length > 0) return inbox.length === screens.length ? 'inbox' : 'app'
  return screens.length > 1 ? 'screens' : null
}

/** What loads a module at once: the entry, screens, and whatever else is imported only when it is wanted. */
function rootsOf(id: string, getModuleInfo: ModuleInfo): Set<string> {
  const roots = new Set<string>()
  const seen = new Set<string>()
  const visit = (current: string) => {
    if (seen.has(current)) return
    seen.add(current)
    const info = getModuleInfo(current)
    if (!info) return
    if (info.isEntry) roots.add(ENTRY)
    if (info.dynamicImporters.length > 0) roots.add(current)
    info.importers.forEach(visit)
  }
  visit(id)
  return roots
}
