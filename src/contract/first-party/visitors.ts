import type { Route } from '../route.ts'

/** What is kept of a visitor: finding, exporting and erasing it. */
export const visitorRoutes = {
  findVisitors: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/visitors/find',
    status: 200,
    role: 'admin',
    repeatable: true,
  },
  exportVisitors: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/visitors/export',
    status: 202,
    role: 'admin',
  },
  eraseVisitors: {
    api: 'first-party',
    method: 'POST',
    path: '/organizations/{organization}/visitors/erase',
    status: 202,
    role: 'admin',
  },
  getVisitorJob: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/visitors/jobs/{job}',
    status: 200,
    role: 'admin',
  },
  downloadVisitorExport: {
    api: 'first-party',
    method: 'GET',
    path: '/organizations/{organization}/visitors/exports/{job}',
    status: 200,
    role: 'admin',
    file: 'application/json',
  },
} as const satisfies Record<string, Route>
