import type { PageChange } from '#contract/enums.ts'
import type { PlanPageState, PlanStatus, SitePolicy, SiteSchedule } from '#contract/site-enums.ts'
import type { Weekday } from '#contract/working-hours.ts'
import type { Json, Milliseconds } from './types.ts'

interface Sites {
  id: string
  organization_id: string
  agent_id: string
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

interface SitePages {
  site_id: string
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
  /** The source that a plan has created from the page or found; if it is gone, somebody deleted it by hand. */
  source_id: string | null
  /** In how many crawls in a row a page with a source was missing, and in how many it was clearly gone, as by a 404. */
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
  /** The page's source, and its version when the plan was made; both null for a page to add, until it has a source. */
  source_id: string | null
  source_version: number | null
  lines_added: number
  lines_removed: number
  problem: string | null
}

export interface SiteTables {
  sites: Sites
  site_pages: SitePages
  plans: Plans
  plan_pages: PlanPages
}
