import type { Data } from '#contract/index.ts'

/** A member of the organization. */
export type Member = Data<'listMembers'>[number]
