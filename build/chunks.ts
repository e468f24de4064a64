import type { Rolldown } from 'vite'

const APP = 'app'
const SCREENS = 'screens'
const AGENT = 'agents-agentId'
const INBOX = 'inbox'
const THREAD_FILE = 'thread'
const LIVE_FILE = 'live'
/** Groups of screens: modules that only the screens of one group share go into a file of that group. */
const GROUPS = ['settings', AGENT]

/**
 * Matches modules that the router's plugin splits off a route file: the screen itself,
 * `routes/….tsx?tsr-split=component`. Captures the route.
 */
const SCREEN = /src[\\/]dashboard[\\/]routes[\\/](.*)\.tsx\?tsr-split=/
/**
 * Modules of no particular screen. One that a single screen imports statically, and others on demand, goes into a file
 * that screens share (`sharedOf`). A small one that is only loaded on demand, by several, goes there too, or into the
 * live file if the inbox is among them. Each would otherwise be a file of its own.
 */
const BLOCK = /lucide-react|src[\\/](contract|dashboard[\\/](api|components|lib|ui))[\\/]/
const ICON = /lucide-react/
const CONTRACT = /src[\\/]contract[\\/]/
const SMALL_BLOCK = /lucide-react|dashboard[\\/]lib[\\/]/
/** The Markdown of messages is shown in every thread, where no form is loaded. */
const FORMS =
  /node_modules[\\/](zod|react-hook-form|@hookform)[\\/]|src[\\/]contract[\\/](?!message-markdown|names-of-files)|api[\\/]use-secret-mutation|components[\\/](form-card|use-card-form|save-footer|follow-server|model-options)/
/** What the pages for signing in, and those that set a password, share. */
const ENTRANCE = /features[\\/]session[\\/]|components[\\/](password-strength|strength-meter)|ui[\\/]password-input/
/**
 * What the lists of websites and the page of a single website share. In the file that all screens share, it took the
 * first load of the settings beyond the limit.
 */
const SITES = /features[\\/]sites[\\/]/
const THREAD =
  /@tanstack[\\/](react-virtual|virtual-core)[\\/]|components[\\/](conversation[\\/]|markdown\.tsx)|lib[\\/]endless-word|contract[\\/]names-of-files/
/**
 * What the overviews fetch after their first render, in one file: their numbers and charts, and an agent's first steps.
 */
const NUMBERS =
  /features[\\/]overview[\\/](?!behind-panel)|agents[\\/]getting-started\.tsx|contract[\\/]csv\.|node_modules[\\/](d3-|internmap)/
/** A playground, which is a screen, and part of an agent's first one. */
const PLAYGROUND =
  /features[\\/]playground[\\/](playground|composer|costs|thread|use-trial|trial|compare-button|examples|example-questions)\./
/** Small, and shared by the list of sources and an agent's first screen. */
const SOURCE_KINDS = /features[\\/]sources[\\/](source-kinds|kind-entry|add-source-button)\./
/**
 * What every signed-in screen loads after its first render: the event stream that keeps it up to date, the bar that
 * says it is offline, what tells members of news, the handler of keys typed into a field that has vanished, tooltips,
 * and small parts that would each be a file of their own.
 */
const LIVE =
  /contract[\\/](notification-words|quiet-hours)|dashboard[\\/](api[\\/](open-stream|event-stream|invalidation|stale-after|push-subscription)|features[\\/]inbox[\\/]notifications[\\/](tellers|news-notifier|notifier|held-back|in-one-tab|own-takeovers)|lib[\\/]vanished-field|components[\\/]offline-bar|ui[\\/](tooltip-bubble|kbd|checkbox|progress))\.|(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|useMutationState)\./

/**
 * Rules for the bundler's output files. By default it makes one file for each set of modules that are imported
 * together, up to fifty of a few hundred bytes for one screen. With these rules the page itself is one file, each
 * screen is one, modules shared by several are a few more, and only code loaded on demand is split by the bundler.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: pageOrScreen, debugName: 'page and screens' },
  { name: 'numbers', test: NUMBERS },
  { name: 'forms', test: FORMS },
  { name: threadOrNone, debugName: 'thread' },
]

/**
 * Names the file of a module that the page or a screen imports statically and so needs at once, and of some that are
 * only loaded on demand; null where the groups after this one, or the bundler, decide.
 */
function pageOrScreen(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (LIVE.test(id)) return LIVE_FILE
  if (PLAYGROUND.test(id)) return 'playground'
  if (SOURCE_KINDS.test(id)) return AGENT
  const atOnce = usersOf(id, graph, ({ importers }) => importers)
  const [screen] = atOnce
  if (atOnce.has(APP)) return APP
  if (atOnce.size > 1 && atOnce.has(INBOX)) return APP // the inbox needs the most modules, so it shares the page's file
  const ever = usersOf(id, graph, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters])
  if (atOnce.size > 1) {
    if (ENTRANCE.test(id)) return 'entrance'
    if (SITES.test(id)) return 'sites'
    return (!CONTRACT.test(id) && groupOf(atOnce)) || sharedOf(id, ever)
  }
  // What the page's own dialogs need on demand must not bring the inbox with it.
  if (screen === INBOX) return BLOCK.test(id) && ever.has(APP) ? APP : INBOX
  if (ever.size === 1) return screen ?? null
  if (screen) return BLOCK.test(id) ? sharedOf(id, ever) : null
  if (!SMALL_BLOCK.test(id)) return null
  return ever.has(INBOX) ? LIVE_FILE : sharedOf(id, ever)
}

/** The group that all of these screens belong to, if there is one. */
function groupOf(screens: Set<string>): string | undefined {
  return GROUPS.find((group) => [...screens].every((screen) => screen === group || screen.startsWith(`${group}-`)))
}

/**
 * Screens of agents are the largest, and the inbox has the most files. Modules that neither of them ever needs, and
 * that other screens share, go into a file of their own. The contract is not split, because every form needs all of it.
 * @param screens those that need a module, at once or on demand
 */
function sharedOf(id: string, screens: Set<string>): string {
  const isForThese = [...screens].some((screen) => screen === INBOX || screen.startsWith(AGENT))
  return isForThese || CONTRACT.test(id) ? SCREENS : 'others'
}

/** Names the file of what a thread of messages needs, and of what several parts of the inbox share on demand. */
function threadOrNone(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (isOfThread(id, graph)) return THREAD_FILE
  const users = usersOf(id, graph, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters])
  if (users.size > 1 || !users.has(INBOX)) return null
  return partsWith(id, graph).size > 1 ? THREAD_FILE : null
}

/**
 * Whether a module is part of a thread, or an icon that such a module imports: in a file of its own, the icon would be
 * one more request, wherever else it is shown.
 */
function isOfThread(id: string, graph: Rolldown.ChunkingContext): boolean {
  if (THREAD.test(id)) return true
  return ICON.test(id) && (graph.getModuleInfo(id)?.importers.some((importer) => isOfThread(importer, graph)) ?? false)
}

/** The modules loaded on demand from which imports lead to a module. */
function partsWith(id: string, graph: Rolldown.ChunkingContext): Set<string> {
  const parts = new Set<string>()
  const seen = new Set<string>()
  const visit = (current: string) => {
    const module = graph.getModuleInfo(current)
    if (!module || seen.has(current)) return
    seen.add(current)
    if (module.dynamicImporters.length > 0) parts.add(current)
    module.importers.forEach(visit)
  }
  visit(id)
  return parts
}

/** The page and the screens from which imports lead to a module. */
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

/**
 * Name of a screen's output file.
 * @param route Path of the route file below `routes`, without the extension.
 */
export function screenFile(route: string): string {
  return route.startsWith('_app/inbox') ? INBOX : route.replace(/^_app./, '').replaceAll(/\W+/g, '-')
}
