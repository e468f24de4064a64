import { type LinkProps, useRouter } from '@tanstack/react-router'
import { connection } from './connection.ts'

const OWN = /^\/(crawls|settings)/ // screens that live by the dashboard's own API alone

interface RouteEntry {
  /** The route's address as its file gives it, parameters and all. */
  path: string
  search?: Record<string, string>
}

/**
 * Keeps the entries whose route exists, so that what isn't built, or can't be done with a key, isn't in the interface.
 * @param params Values of the addresses' parameters.
 * @returns the entries, each with the props of a link to it.
 */
export function useExistingRoutes<Entry extends RouteEntry>(
  entries: readonly Entry[],
  params: Record<string, string> = {},
): (Entry & { link: LinkProps })[] {
  const { routesByPath } = useRouter()
  // The lookup guarantees what the cast claims: that the address is one of the router's.
  return entries
    .filter(({ path }) => path in routesByPath && !(connection && OWN.test(path)))
    .map((entry) => ({ ...entry, link: { to: entry.path, params, search: entry.search ?? {} } as LinkProps }))
}
