import type { Data } from '#contract/index.ts'

/** Somebody who belongs to the organization. */
export type Member = Data<'listMembers'>[number]
