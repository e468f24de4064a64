import type { Data } from '#contract/index.ts'

/** A page of the crawl that has become a source. */
export type PageSource = Data<'listCrawlSources'>[number]

export const isTraining = ({ status }: PageSource): boolean => status === 'pending' || status === 'processing'
