import type { Rolldown } from 'vite'

const APP = 'app'
const SCREENS = 'screens'
const INBOX = 'inbox'

/** The router's plugin cuts each route's screen off its file: `routes/….tsx?tsr-split=component`. */
const SCREEN = /src[\\/]dashboard[\\/]routes[\\/](.*)\.tsx\?tsr-split=/
/** What belongs to no screen: one that another one loads on demand comes with the screens, lest it be a file by itself. */
const BLOCK = /lucide-react|src[\\/](contract|dashboard[\\/](api|components|lib|ui))[\\/]/
const ICON = /lucide-react/
const FORMS =
  /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|src[\\/]contract[\\/]|components[\\/](form-card|save-footer|follow-server)|agents[\\/]model-options/
const THREAD =
  /@tanstack[\\/](react-virtual|virtual-core)[\\/]|components[\\/](conversation[\\/]|markdown\.tsx)|lib[\\/]endless-word/

/**
 * Left to itself the bundler makes a file for each set of modules that are wanted together, up to fifty of a few hundred
 * bytes for one screen. So the page itself is one file, a screen is one, what several need is a few more, and only what
 * is loaded on demand is cut as the bundler likes.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: pageOrScreen },
  { name: 'forms', test: FORMS },
  { name: 'thread', test: THREAD },
]

/** The file of what the page or a screen imports, and so needs at once; null for what is loaded on demand alone. */
function pageOrScreen(id: string, graph: Rolldown.ChunkingContext): string | null {
  const atOnce = usersOf(id, graph, ({ importers }) => importers)
  const [screen] = atOnce
  if (atOnce.has(APP)) return APP
  if (atOnce.size > 1) return atOnce.has(INBOX) ? APP : SCREENS // the inbox needs the most, so it shares with the page
  if (screen === INBOX) return INBOX
  const ever = usersOf(id, graph, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters])
  if (ever.size === 1) return screen ?? null
  return (screen ? BLOCK : ICON).test(id) ? SCREENS : null
}

/** The page or the screens that lead to a module. */
function usersOf(
  id: string,
  graph: Rolldown.ChunkingContext,
  importersOf: (module: Rolldown.ModuleInfo) => readonly string[],
): Set<string> {
  const users = new Set<string>()
  const seen = new Set<string>()
  const visit = (current: string) => {
    const module = graph.getModuleInfo(current)
    if (!module || seen.has(current)) return
    seen.add(current)
    const screen = SCREEN.exec(current)?.[1]
    if (module.isEntry) users.add(APP)
    else if (screen) users.add(screenFile(screen))
    else importersOf(module).forEach(visit)
  }
  visit(id)
  return users
}

/** What the file of a screen is called. @param route Its file below `routes`, without the ending. */
export function screenFile(route: string): string {
  return route.startsWith('_app/inbox') ? INBOX : route.replace(/^_app./, '').replaceAll(/\W+/g, '-')
}
