import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

const APP = 'app'
const INBOX = 'inbox'
const SCREENS = 'screens'
const ROUTES = join(import.meta.dirname, '../src/dashboard/routes')

/**
 * Matches modules that the router's plugin splits off a route file: the screen itself,
 * `routes/….tsx?tsr-split=component`. Captures the route.
 */
const SCREEN = /src[\\/]dashboard[\\/]routes[\\/](.*)\.tsx\?tsr-split=/
const PACKAGE = /node_modules[\\/](?!lucide-react)/
/** What menus, dialogs, tooltips and notices are made of. A screen stands without it. */
const OVERLAYS = /node_modules[\\/](@radix-ui|@floating-ui|aria-hidden|cmdk|react-remove-scroll|tslib|use-)/
/** What only forms need: schemas, of which the contract is made. */
const SCHEMAS = /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]/

/**
 * The bundler's output files. By itself it makes one for each set of modules that are imported together, up to fifty of
 * a few hundred bytes for one screen. With this rule a screen stands once three are there: the page's, the one of what
 * several screens need, and the screen's own. What is loaded on demand afterwards is split by the bundler, but for what
 * several such parts share.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: fileOf, debugName: 'page, screens and shared parts' },
]

/**
 * Names the file of a module, or null where the bundler decides: for what a single part needs, which that part's file
 * holds, and for large packages that only some parts need, such as charts and Markdown.
 */
function fileOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  const atOnce = usersOf(id, graph, importersAtOnce)
  const ever = usersOf(id, graph, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters])
  const [screen] = atOnce
  if (atOnce.has(APP)) return APP
  if (screen) return ever.size > 1 ? SCREENS : screen
  // What is left is loaded on demand.
  const isShared = partsWith(id, graph).size > 1
  if (bringsLate(SCHEMAS, id, graph)) return isShared ? 'forms' : null
  if (isShared && ever.size > 1 && bringsLate(OVERLAYS, id, graph)) return 'overlays'
  if (bringsLate(PACKAGE, id, graph)) return null
  if (ever.has(APP)) return 'late' // the page loads it as soon as a screen stands
  const [only] = ever
  return isShared ? (ever.size === 1 ? `${only}-parts` : 'parts') : null
}

const importersAtOnce = ({ importers }: Rolldown.ModuleInfo) => importers

/** The modules loaded on demand from which imports lead to a module. */
function partsWith(id: string, graph: Rolldown.ChunkingContext): Set<string> {
  const parts = new Set<string>()
  follow(id, (current) => {
    const module = graph.getModuleInfo(current)
    if (module && module.dynamicImporters.length > 0) parts.add(current)
    return module?.importers ?? []
  })
  return parts
}

/** Whether a module's imports lead to one whose path matches and that no page or screen needs at once. */
function bringsLate(target: RegExp, id: string, graph: Rolldown.ChunkingContext): boolean {
  let isFound = false
  follow(id, (current) => {
    if (isFound || usersOf(current, graph, importersAtOnce).size > 0) return []
    isFound = target.test(current)
    return graph.getModuleInfo(current)?.importedIds ?? []
  })
  return isFound
}

/** The page and the screens from which imports lead to a module. */
function usersOf(
  id: string,
  graph: Rolldown.ChunkingContext,
  importersOf: (module: Rolldown.ModuleInfo) => readonly string[],
): Set<string> {
  const users = new Set<string>()
  follow(id, (current) => {
    const module = graph.getModuleInfo(current)
    const screen = SCREEN.exec(current)?.[1]
    if (module?.isEntry) users.add(APP)
    else if (screen) users.add(screenFile(screen))
    else if (module) return importersOf(module)
    return []
  })
  return users
}

/** Visits a module and all to which `next` leads from it, each once. */
function follow(id: string, next: (id: string) => readonly string[]): void {
  const seen = new Set([id])
  for (const current of seen) for (const found of next(current)) seen.add(found)
}

/**
 * Name of a screen's output file.
 * @param route Path of the route file below `routes`, without the extension.
 */
export function screenFile(route: string): string {
  if (route.startsWith('_app/inbox')) return INBOX
  if (existsSync(join(ROUTES, route))) return SCREENS // what stands around the screens of that folder
  return route.replace(/^_app./, '').replaceAll(/\W+/g, '-')
}
