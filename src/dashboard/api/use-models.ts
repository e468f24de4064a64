import type { Data } from '#contract/index.ts'
import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'
import { api } from './api.ts'

export type Model = Data<'listOwnModels'>[number]

/** Query for the models that agents of the organization may be given, those of its own accounts among them. */
export const useModels = () => api.listOwnModels.useQuery()

/** Whether what is tried with a model costs a credit: the built-in one and those of one's own accounts are free. */
export const isPaid = (model: Model): boolean => model.is_configured && !isBuiltIn(model) && model.group !== 'own'
