import type { Route } from '../route.ts'
import { get, post, start } from './route-of.ts'

export const visitorRoutes = {
  findVisitors: post('/organizations/{organization}/visitors/find', 'admin', 'none', { repeatable: true }),
  exportVisitors: start('/organizations/{organization}/visitors/export', 'admin', 'visitor.exported'),
  eraseVisitors: start('/organizations/{organization}/visitors/erase', 'admin', 'visitor.erased'),
  getVisitorJob: get('/organizations/{organization}/visitors/jobs/{job}', 'admin'),
  downloadVisitorExport: get('/organizations/{organization}/visitors/exports/{job}', 'admin', {
    file: 'application/json',
  }),
} as const satisfies Record<string, Route>
