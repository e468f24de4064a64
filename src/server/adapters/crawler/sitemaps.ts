import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { canonicalUrl } from '../extract/links.ts'
import type { Outbound } from '../outbound/outbound.ts'

const SITEMAP_TIMEOUT_MS = 30_000
const SITEMAP_BYTES = 52_428_800 // 50 MB unpacked, the maximum of sitemaps.org
const MAX_SITEMAPS = 50
const MAX_DEPTH = 3 // levels of sitemap indexes that are followed
const SLICE_CHARACTERS = 262_144 // parsed in a few milliseconds, so that other tasks can run in between

const unpack = promisify(gunzip)

export interface SitemapOptions {
  outbound: Outbound
  /** Addresses of the sitemaps: those robots.txt names, or else `/sitemap.xml`. */
  addresses: string[]
  /** Whether a sitemap at this URL may be read. The pages listed in it are not checked by this. */
  isWanted(url: URL): boolean
  maximum: number
  /** Waits before each request for as long as robots.txt demands. */
  pause(): Promise<void>
  signal: AbortSignal
}

/**
 * The addresses of the pages that a site's sitemaps list, in their order and without repetition. It follows sitemap
 * indexes and unpacks gzip. A sitemap that can't be read counts as empty, because sitemaps are optional.
 * @throws the signal's reason when aborted
 */
export async function readSitemaps(options: SitemapOptions): Promise<string[]> {
  const pages = new Set<string>()
  const seen = new Set<string>()
  let level = options.addresses
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const deeper: string[] = []
    for (const address of level) {
      if (seen.has(address) || seen.size >= MAX_SITEMAPS || pages.size >= options.maximum) continue
      seen.add(address)
      if (!URL.canParse(address) || !options.isWanted(new URL(address))) continue
      await options.pause()
      const text = await fetchText(options, address)
      const { sitemaps, urls } = await parseSitemap(text)
      deeper.push(...sitemaps.flatMap((url) => canonicalUrl(url, address) ?? []))
      for (const url of urls) {
        const page = canonicalUrl(url, address)
        if (page && pages.size < options.maximum) pages.add(page)
      }
    }
    level = deeper
  }
  return [...pages]
}

async function fetchText({ outbound, signal }: SitemapOptions, url: string): Promise<string> {
  try {
    const response = await outbound.fetch(url, { timeoutMs: SITEMAP_TIMEOUT_MS, maxBytes: SITEMAP_BYTES, signal })
    if (response.status !== 200) return ''
    const { body } = response
    const isPacked = body[0] === 0x1f && body[1] === 0x8b
    return new TextDecoder().decode(isPacked ? await unpack(body, { maxOutputLength: SITEMAP_BYTES }) : body)
  } catch {
    signal.throwIfAborted()
    return ''
  }
}

/**
 * The element that holds an entry's address, by the name of the entry: in sitemaps and their indexes, in RSS and in
 * Atom.
 */
const ADDRESS_OF: Record<string, string> = { sitemap: 'loc', url: 'loc', item: 'link', entry: 'link' }

/** Reads the addresses in a sitemap, a sitemap index, an RSS or Atom feed, or a plain text with one address a line. */
async function parseSitemap(text: string): Promise<{ sitemaps: string[]; urls: string[] }> {
  const sitemaps: string[] = []
  const urls: string[] = []
  if (!text.slice(0, 1_000).includes('<')) return { sitemaps, urls: text.split(/\s+/).filter(Boolean) }
  let list = urls
  /**
   * Name of the element that holds the entry's address. It has the entry's own namespace prefix; `image:loc` in a `url`
   * is a picture.
   */
  let wanted: string | undefined
  let location: string | undefined
  const parser = new Parser(
    {
      onopentag(name, { href, rel = 'alternate' }) {
        const [, prefix = '', local = ''] = /^(.*:)?(.*)$/.exec(name) ?? []
        const address = ADDRESS_OF[local]
        if (address) {
          list = local === 'sitemap' ? sitemaps : urls
          wanted = prefix + address
        } else if (name === wanted) location = href === undefined ? '' : rel === 'alternate' ? href : undefined
      },
      ontext(part) {
        if (location !== undefined) location += part
      },
      onclosetag(name) {
        if (name !== wanted || location === undefined) return
        if (location.trim()) list.push(location.trim())
        location = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    parser.write(text.slice(start, start + SLICE_CHARACTERS))
    await yieldToEventLoop()
  }
  parser.end()
  return { sitemaps, urls }
}
