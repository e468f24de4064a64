import { type LinkProps, useRouter } from '@tanstack/react-router'
import { usePermissions } from './permissions.ts'

const OWN = /^\/(crawls|settings)/ // screens that need the dashboard's own API, which another server's key can't use

interface RouteEntry {
  /** Path of the route as in its file, with its parameters, such as `/agents/$agentId`. */
  path: string
  search?: Record<string, string>
}

/**
 * Keeps the entries whose route exists and works with the tab's permissions, so that navigation offers nothing
 * unavailable.
 * @param params Values of the paths' parameters.
 * @returns the entries, each with the props for a link to it
 */
export function useExistingRoutes<Entry extends RouteEntry>(
  entries: readonly Entry[],
  params: Record<string, string> = {},
): (Entry & { link: LinkProps })[] {
  const { routesByPath } = useRouter()
  const { ownApi } = usePermissions()
  // The cast is safe, as the filter keeps only paths of the router's routes.
  return entries
    .filter(({ path }) => path in routesByPath && (ownApi || !OWN.test(path)))
    .map((entry) => ({ ...entry, link: { to: entry.path, params, search: entry.search ?? {} } as LinkProps }))
}
