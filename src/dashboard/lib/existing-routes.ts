import { type LinkProps, useRouter } from '@tanstack/react-router'

interface RouteEntry {
  /** The route's address as its file gives it, parameters and all. */
  path: string
  search?: Record<string, string>
}

/**
 * Keeps the entries whose route exists, so that what isn't built isn't in the interface.
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
    .filter((entry) => entry.path in routesByPath)
    .map((entry) => ({ ...entry, link: { to: entry.path, params, search: entry.search ?? {} } as LinkProps }))
}
