import type { Data } from '#contract/index.ts'

export type Member = Data<'listMembers'>[number]
