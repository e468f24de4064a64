import type { Data } from '#contract/index.ts'

/** A source that was created from a page of a crawl. */
export type PageSource = Data<'listCrawlSources'>[number]

export const isTraining = ({ status }: PageSource): boolean => status === 'pending' || status === 'processing'
