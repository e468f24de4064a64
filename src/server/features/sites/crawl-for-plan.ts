import { isExcluded } from '#contract/globs.ts'
import { crawlSite } from '../../adapters/crawler/crawl-site.ts'
import { CrawlError, type EarlierPage, type PageReport } from '../../adapters/crawler/crawler.ts'
import { isFileUrl, siteOf } from '../../adapters/crawler/site.ts'
import { isStandIn } from '../../adapters/extract/stand-in.ts'
import type { Context } from '../../context.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import {
  changeCrawl,
  keepUrls,
  linkAllowance,
  MAXIMUM_PAGES,
  noteAnswers,
  selectCrawlById,
  selectCrawledUrls,
} from '../crawls/index.ts'
import { fitTitle, storableText } from '../sources/index.ts'
import { fingerprintOf } from './fingerprint.ts'
import { type Learnt, learntPages } from './learnt.ts'
import { keepSitePages, selectMet, selectPlan, selectPlans, selectSitePages } from './queries.ts'
import { isSourceWanted, wantedBy } from './site-pages.ts'
import { tellPlan } from './start-plan.ts'

const NO_ROOM = 'Your plan has no room for pages. Delete sources, or choose a larger plan, and crawl it again.'
/** The least number of milliseconds between two events that tell the dashboard of a crawl's progress. */
const TELL_EVERY_MS = 2_000
/** Reasons that may no longer hold at the next crawl, although no page that links there has changed. */
const WORTH_ANOTHER_LOOK: readonly (string | null)[] = [
  'unreachable',
  'plan_limit',
  'page_limit',
  'noindex',
  'robots',
  'excluded',
  'duplicate',
  'redirected_away',
  'not_html',
]

/** Whether to visit a page again that was skipped: not if its address alone shows that it is a file. */
const isWorthAnotherLook = (url: string, reason: string | null): boolean =>
  WORTH_ANOTHER_LOOK.includes(reason) && !(reason === 'not_html' && isFileUrl(new URL(url)))

type SitePage = Awaited<ReturnType<typeof selectSitePages>>[number]

/**
 * Crawls with conditional requests for known pages. Another attempt continues; it ends early if the site is deleted.
 * @throws CrawlError; the signal's reason when aborted
 */
export async function crawlForPlan(
  ctx: Context,
  site: Row<'sites'>,
  plan: Row<'plans'>,
  signal: AbortSignal,
): Promise<void> {
  const { read } = ctx.database
  const crawl = await selectCrawlById(read, plan.crawl_id)
  if (!crawl || crawl.status === 'completed') return
  await ctx.database.transaction((tx) =>
    changeCrawl(tx, crawl.id, { status: 'processing', error: null, updated_at: ctx.now() }),
  )
  const learnt = await learntPages(read, site.agent_id)
  const known = new Map((await selectSitePages(read, site.id)).map((page) => [page.url, page]))
  const isOnSite = siteOf(new URL(site.url))
  const own = [...learnt.keys()].filter((url) => isOnSite(new URL(url))).length // also those made by hand
  const wanted = wantedBy(site)
  const maximumFound = await linkAllowance(ctx, site.organization_id, own)
  if (maximumFound === 0) throw new CrawlError(NO_ROOM, { isPermanent: true })
  let toldAt = performance.now()
  const forgotten = new AbortController()
  const crawled = crawlSite({
    seed: site.url,
    outbound: ctx.outbound,
    extractor: ctx.extractor.forOwner(site.organization_id),
    maximumPages: MAXIMUM_PAGES,
    maximumFound,
    keepsText: true,
    // Pages that are visited only for their links must not take the room of those that can become sources.
    isCounted: (url) => learnt.has(url) || isSourceWanted(url, wanted, known, learnt),
    isLeftOut: (url) => isExcluded(wanted.exclude, url),
    known: await selectCrawledUrls(read, crawl.id),
    earlier: await earlierPages(ctx, site, plan, known, learnt),
    visited: crawl.visited,
    signal: AbortSignal.any([signal, forgotten.signal]),
    async save(changed, visited, reports) {
      const pages = reports.flatMap((report) =>
        pageOf(ctx, site, report, known.get(report.url), learnt.get(report.url)),
      )
      await ctx.database.transaction(async (tx) => {
        if (!(await selectPlan(tx, plan.id))) return forgotten.abort()
        await keepUrls(tx, crawl.id, changed)
        await keepSitePages(tx, pages)
        await noteAnswers(tx, crawl.id, reports)
        await changeCrawl(tx, crawl.id, { visited, updated_at: ctx.now() })
        if (performance.now() - toldAt < TELL_EVERY_MS) return
        toldAt = performance.now()
        await tellPlan(ctx, tx, site, plan.id)
      })
    },
  })
  await crawled.catch((error: unknown) => {
    if (!forgotten.signal.aborted) throw error
  })
  await ctx.database.transaction((tx) => changeCrawl(tx, crawl.id, { status: 'completed', updated_at: ctx.now() }))
}

/** Pages to visit even without a link, conditionally if their text is known; sources first, for a smaller allowance. */
async function earlierPages(
  ctx: Context,
  site: Row<'sites'>,
  plan: Row<'plans'>,
  known: ReadonlyMap<string, SitePage>,
  learnt: ReadonlyMap<string, Learnt>,
): Promise<Map<string, EarlierPage>> {
  const earlier = new Map<string, EarlierPage>()
  const isSource = ({ url }: SitePage) => learnt.has(url)
  const pages = [...known.values()]
  for (const page of [...pages.filter(isSource), ...pages.filter((page) => !isSource(page))]) {
    const { url, says, fingerprint } = page
    const isKnown = says === null || page.is_kept === 1 || learnt.get(url)?.says === says
    const etag = isKnown ? page.etag : null
    earlier.set(url, { etag, lastModified: isKnown ? page.last_modified : null, fingerprint })
  }
  // Crawls that are still stored: that of the last plan, and those that failed since. The pages that link to these
  // addresses may have been read there, and are not read again if they have not changed.
  const before = (await selectPlans(ctx.database.read, site.id)).filter(({ id }) => id < plan.id)
  for (const { crawl_id } of before)
    for (const { url, state, reason, fingerprint } of await selectMet(ctx.database.read, crawl_id))
      if (!earlier.has(url) && (state !== 'skipped' || isWorthAnotherLook(url, reason)))
        earlier.set(url, { etag: null, lastModified: null, fingerprint: fingerprint ?? '' })
  return earlier
}

/** What to store of a page that was read; nothing if the same is stored already. */
function pageOf(
  ctx: Context,
  site: Row<'sites'>,
  report: PageReport,
  known: SitePage | undefined,
  learnt: Learnt | undefined,
): NewRow<'site_pages'>[] {
  if (report.kind !== 'read') return []
  const { url, title, asksForPassword, fingerprint, etag, lastModified, bytes } = report
  const content = storableText(report.markdown)
  const says = content === '' || isStandIn({ title, content, asksForPassword }) ? null : fingerprintOf(content)
  const isKept = says !== null && says !== learnt?.says
  const isAsKnown =
    known?.fingerprint === fingerprint &&
    known.says === says &&
    known.etag === etag &&
    known.last_modified === lastModified &&
    known.is_kept === (isKept ? 1 : 0)
  if (isAsKnown) return []
  return [
    {
      ...{ site_id: site.id, url, title: fitTitle(title || url), content: isKept ? content : null, says, fingerprint },
      ...{ etag, last_modified: lastModified, size_bytes: bytes, read_at: ctx.now() },
      ...{ source_id: null, missing: 0, not_found: 0 },
    },
  ]
}
