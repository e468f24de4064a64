import type { Bindings } from '../../http/binding.ts'
import { selectAccounts, selectModels, selectUsers } from '../own-models/index.ts'
import { presentAccount } from './presenter.ts'
import { createModelAccount, deleteModelAccount, partsOf, updateModelAccount } from './save-account.ts'
import { testModelAccount } from './test-account.ts'

export const modelAccountRoutes = {
  listModelAccounts: {
    async run(ctx, { organization }) {
      const { read } = ctx.database
      const models = await selectModels(read, organization.id)
      const users = await selectUsers(read, organization.id)
      return (await selectAccounts(read, organization.id)).map((row) => {
        const usedBy = users.filter(({ model_account_id }) => model_account_id === row.id).length
        const own = models.filter(({ account_id }) => account_id === row.id)
        return presentAccount(row, { models: own, usedBy }, organization.role)
      })
    },
  },
  getModelAccount: {
    run: async (ctx, { organization, account }) =>
      presentAccount(account, await partsOf(ctx.database.read, account), organization.role),
  },
  createModelAccount: { run: createModelAccount },
  updateModelAccount: { run: updateModelAccount },
  deleteModelAccount: { run: deleteModelAccount },
  testModelAccount: { run: testModelAccount },
} satisfies Partial<Bindings>
