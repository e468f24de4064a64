import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { RouteName } from '#contract/routes.ts'
import { usePermissions } from './permissions.ts'

interface RouteEntry {
  /** Path of the route as in its file, with its parameters, such as `/agents/$agentId`. */
  path: string
  search?: Record<string, string>
  /** The operation that the route is for. Members whose role does not allow it don't get the entry. */
  needs?: RouteName
}

/** The entries whose route exists and the role allows, each with props for a link; `params` are the paths' values. */
export function useExistingRoutes<Entry extends RouteEntry>(
  entries: readonly Entry[],
  params: Record<string, string> = {},
): (Entry & { link: LinkProps })[] {
  const { routesByPath } = useRouter()
  const { may } = usePermissions()
  // The filter makes sure that the path is one of the router's, which is what the cast claims.
  return entries
    .filter(({ path, needs }) => path in routesByPath && (!needs || may(needs)))
    .map((entry) => ({ ...entry, link: { to: entry.path, params, search: entry.search ?? {} } as LinkProps }))
}
