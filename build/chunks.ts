import type { Rolldown } from 'vite'

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null

/** The router's plugin cuts each route's screen off its file: `routes/….tsx?tsr-split=component`. */
const SCREEN = /src[\\/]dashboard[\\/]routes[\\/].*\?tsr-split=/
const INBOX = /_app[\\/]inbox/
const FEATURE = /features[\\/](\w+)[\\/]/
const ENTRY = 'the page itself'
const FORMS = /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|src[\\/]contract[\\/]/

/**
 * Which file of the build a module belongs in. Left to itself the bundler makes a file for each set of modules that are
 * wanted together, and a first visit fetches up to fifty of a few hundred bytes each. So what is shared is a few files:
 * `app`, which comes with the page itself; `inbox`, for the inbox with or without a conversation open; `screens`, for
 * what the other screens have in common; `forms`, for what checks what is filled in; and for each feature what its
 * screen has in common with its parts that are loaded on demand, and what those parts have in common. All else is cut
 * as the bundler likes. What a module imports is wanted wherever the module is, so it is in the same file or in one
 * that is shared by more: files never import each other in a circle.
 */
export function chunkOf(id: string, graph: { getModuleInfo: ModuleInfo }): string | null {
  const roots = rootsOf(id, (module) => graph.getModuleInfo(module))
  if (roots.has(ENTRY)) return 'app'
  const screens = [...roots].filter((root) => SCREEN.test(root))
  const inbox = screens.filter((root) => INBOX.test(root))
  if (inbox.length > 0) return inbox.length === screens.length ? 'inbox' : 'app'
  if (roots.size === 1) return null
  if (screens.length > 1) return 'screens'
  const features = new Set([...roots].filter((root) => !SCREEN.test(root)).map((root) => FEATURE.exec(root)?.[1]))
  const [feature] = features.size === 1 ? features : []
  if (screens.length === 1) return feature ? `${feature}-parts` : 'screens'
  if (FORMS.test(id)) return 'forms'
  return feature ? `${feature}-shared` : null
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
