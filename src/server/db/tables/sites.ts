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
  /** Patterns of paths, as JSON arrays. */
  include: Json
  exclude: Json
  schedule: SiteSchedule
  /** On a clock in the organization's time zone. */
  hour: number
  weekday: Weekday
  policy: SitePolicy
  /** When it is crawled next without being asked; null: it is not. */
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
  /** The text as it was read last; null once a source says it, whose version keeps it. */
  content: string | null
  /** Fingerprint of that text; null if the page has no words. */
  says: string | null
  /** Fingerprint of the page as it came, by which the crawler recognises duplicates. */
  fingerprint: string
  etag: string | null
  last_modified: string | null
  size_bytes: number
  read_at: Milliseconds
  /** The source that a plan has made of it, or found at its address. If it exists no more, it was deleted by hand. */
  source_id: string | null
  /** In how many crawls in a row it was missing, and in how many of those it was 404. */
  missing: number
  not_found: number
}

interface Plans {
  id: string
  site_id: string
  crawl_id: string
  status: PlanStatus
  /** JSON arrays: why somebody is asked, and the checks that would no longer pass. */
  asks: Json
  broke: Json
  added: number
  changed: number
  gone: number
  unchanged: number
  /** How many pages are to be applied, how many of them are, and how many could not be trained on. */
  chosen: number
  done: number
  failed: number
  /** Why it failed, as a sentence. */
  problem: string | null
  created_at: Milliseconds
  ended_at: Milliseconds | null
}

interface PlanPages {
  id: string
  plan_id: string
  /** Place in the order of the website. */
  position: number
  url: string
  title: string
  change_name: PageChange
  state: PlanPageState
  /** The page's source, and its version when the plan was made. */
  source_id: string | null
  source_version: number | null
  lines_added: number
  lines_removed: number
  problem: string | null
}

/** Websites that agents are kept up to date with. */
export interface SiteTables {
  sites: Sites
  site_pages: SitePages
  plans: Plans
  plan_pages: PlanPages
}
