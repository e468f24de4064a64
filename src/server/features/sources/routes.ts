import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import type { Bindings, LocatedRows } from '../../http/binding.ts'
import { createSourceBulk, presentSourceBulk } from './bulk.ts'
import { totalsOfSources, versionOfSources } from './counts.ts'
import { createSource } from './create-source.ts'
import { deleteSource } from './delete-source.ts'
import { createDraft, deleteDraft, findDraft, findDraftOrSource, listDrafts, updateDraft } from './drafts.ts'
import { getFullSource, listFullSources, listSources } from './list-sources.ts'
import { presentSource, presentTrainingJob } from './presenter.ts'
import { publishDraft } from './publish-draft.ts'
import { selectAddresses } from './queries.ts'
import { getSourceContent, getSourceVersion, listSourceVersions } from './read-content.ts'
import { retrainSource } from './retrain-source.ts'
import { restoreSourceVersion, updateSourceContent } from './revise-source.ts'
import { selectTrainingJob } from './training-queries.ts'

/** Locates drafts, which only these routes can see. */
const locateDraft = { source: findDraft }

/** Locates a draft or the source it became, so that publishing can be repeated after it has succeeded. */
const locatePublished = { source: findDraftOrSource }

const version = (ctx: Context, { agent }: Pick<LocatedRows, 'agent'>) => versionOfSources(ctx.database.read, agent.id)

export const sourceRoutes = {
  listSources: { run: listSources, version },
  createSource: { run: createSource },
  getSource: { run: async (_ctx, { source }) => presentSource(source) },
  deleteSource: { run: deleteSource },
  retrainSource: { run: retrainSource },
  getTrainingJob: {
    async run(ctx, { agent, params }) {
      const job = orNotFound(await selectTrainingJob(ctx.database.read, agent.id, params.taskId.toLowerCase()))
      return presentTrainingJob(job)
    },
  },
  listFullSources: { run: listFullSources, version },
  getFullSource: { run: getFullSource, version },
  listSourceAddresses: { run: (ctx, { agent }) => selectAddresses(ctx.database.read, agent.id), version },
  getSourceTotals: {
    run: (ctx, { agent, query }) => totalsOfSources(ctx.database.read, agent.id, query.type),
    version,
  },
  createSourceBulk: { run: createSourceBulk },
  getSourceBulk: { run: async (_ctx, { bulk }) => presentSourceBulk(bulk) },
  getSourceContent: { run: getSourceContent },
  updateSourceContent: { run: updateSourceContent },
  listSourceVersions: { run: listSourceVersions },
  getSourceVersion: { run: getSourceVersion },
  restoreSourceVersion: { run: restoreSourceVersion },
  listDrafts: { run: listDrafts },
  createDraft: { run: createDraft },
  updateDraft: { run: updateDraft, locate: locateDraft },
  deleteDraft: { run: deleteDraft, locate: locateDraft },
  publishDraft: { run: publishDraft, locate: locatePublished },
} satisfies Partial<Bindings>
