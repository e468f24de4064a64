import { basePaths } from '#contract/route.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Bindings } from '../../http/binding.ts'
import { findVisitors } from './find-visitors.ts'
import { requestJob } from './request-job.ts'

export const privacyRoutes = {
  findVisitors: { run: findVisitors },
  exportVisitors: { run: (ctx, { organization, body }) => requestJob(ctx, 'export', organization, body.matches) },
  eraseVisitors: { run: (ctx, { organization, body }) => requestJob(ctx, 'erase', organization, body.matches) },
  getVisitorJob: {
    async run(ctx, { organization, job: { id, kind, status } }) {
      const path = `${basePaths['first-party']}/organizations/${organization.id}/visitors/exports/${id}`
      return { id, kind, status, ...(kind === 'export' && status === 'done' && { url: `${ctx.publicUrl}${path}` }) }
    },
  },
  downloadVisitorExport: {
    async run(ctx, { job }) {
      if (job.kind !== 'export' || job.status !== 'done') throw new AppError('resource_not_found')
      return { name: 'visitor.json', content: orNotFound(await ctx.storage.open(job.id)) }
    },
  },
} satisfies Partial<Bindings>
