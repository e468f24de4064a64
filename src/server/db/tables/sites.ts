import type { PageChange } from '#contract/enums.ts'
import type { PlanPageState, PlanStatus, SitePolicy, SiteSchedule } from '#contract/site-enums.ts'
import type { Weekday } from '#contract/working-hours.ts'
import type { Json, Milliseconds } from './types.ts'

interface Sites {
  id: string
  organization_id: string
  agent_id: string
  /** The address that crawls begin at. */
  url: string
  /** Patterns of the paths of pages to include and to leave out, as JSON arrays. */
  include: Json
  exclude: Json
  schedule: SiteSchedule
  /** Hour at which scheduled crawls begin, in the organization's time zone. */
  hour: number
  weekday: Weekday
  policy: SitePolicy
  /** When the next scheduled crawl is due; null if the site is crawled on demand only. */
  next_at: Milliseconds | null
  created_at: Milliseconds
  updated_at: Milliseconds
}

/** What crawls have learnt of a website's pages. */
interface SitePages {
  site_id: string
  /** The URL in canonical form. */
  url: string
  title: string
  /** The text as it was read last; null once a source has learnt it, since a version of the source keeps it then. */
  content: string | null
  /** Fingerprint of that text, kept when `content` is null; null if the page has no text worth learning. */
  says: string | null
  /** Fingerprint of the page as the website sent it, by which the crawler recognises duplicates. */
  fingerprint: string
  etag: string | null
  last_modified: string | null
  size_bytes: number
  read_at: Milliseconds
  /**
   * The source that a plan has created from the page, or found for its address. If that source no longer exists,
   * somebody has deleted it by hand.
   */
  source_id: string | null
  /**
   * For a page with a source: in how many crawls in a row it was missing, and in how many of those because of a 404, a
   * 410, or a redirect that no other such page shares.
   */
  missing: number
  not_found: number
}

interface Plans {
  id: string
  site_id: string
  crawl_id: string
  status: PlanStatus
  /** JSON arrays: why the plan is not applied without being looked at, and the checks that would no longer pass. */
  asks: Json
  broke: Json
  added: number
  changed: number
  gone: number
  unchanged: number
  /** How many pages are to be applied; how many of them have been dealt with; and how many of these have failed. */
  chosen: number
  done: number
  failed: number
  /** Why the plan failed, as a sentence. */
  problem: string | null
  /** Fingerprint of the site's sources that the plan was made for; null until it is made. */
  made_for: string | null
  created_at: Milliseconds
  ended_at: Milliseconds | null
}

interface PlanPages {
  id: string
  plan_id: string
  /** Place of the page in the order of the website. */
  position: number
  url: string
  title: string
  change_name: PageChange
  state: PlanPageState
  /**
   * The page's source, and its version when the plan was made. For a page to add, the source is null until it has been
   * created, and the version is always null.
   */
  source_id: string | null
  source_version: number | null
  lines_added: number
  lines_removed: number
  problem: string | null
}

/** Websites that agents are kept up to date with: their pages, and the plans that crawls lead to. */
export interface SiteTables {
  sites: Sites
  site_pages: SitePages
  plans: Plans
  plan_pages: PlanPages
}
