import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { decodeUtf } from '../extract/charset.ts'
import { canonicalUrl } from '../extract/links.ts'
import type { Outbound } from '../outbound/outbound.ts'

const SITEMAP_TIMEOUT_MS = 30_000
const SITEMAP_BYTES = 52_428_800 // 50 MB unpacked, the maximum of sitemaps.org
const MAX_SITEMAPS = 50
const MAX_DEPTH = 3 // levels of sitemaps that are read: those named first, and two levels that indexes name
/** Entries of one sitemap that are looked at, the maximum of sitemaps.org. */
const MAX_ENTRIES = 50_000
const MAX_ENTRY_CHARACTERS = 8_192 // an address that is too long as written may be short enough in its canonical form
/** Depth of nesting at which reading ends, as the parser's cost per tag grows with it. Sitemaps nest a few levels. */
const MAX_NESTING = 100
const SLICE_CHARACTERS = 262_144 // parsed in a few milliseconds, so that other tasks can run in between
const SLICE_ENTRIES = 500

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
 * The addresses of the pages that a site's sitemaps list, in order and without repetition. Follows sitemap indexes and
 * unpacks gzip. A sitemap that can't be read counts as empty, because sitemaps are optional.
 * @throws the signal's reason when aborted
 */
export async function readSitemaps(options: SitemapOptions): Promise<string[]> {
  const pages = new Set<string>()
  const seen = new Set<string>()
  let level = new Set(options.addresses.filter((address) => isSitemapWanted(options, address)))
  for (let depth = 0; depth < MAX_DEPTH && level.size > 0; depth += 1) {
    const deeper = new Set<string>()
    for (const address of level) {
      if (seen.has(address) || seen.size >= MAX_SITEMAPS || pages.size >= options.maximum) continue
      seen.add(address)
      await options.pause()
      const { sitemaps, urls } = await parseSitemap(await fetchText(options, address))
      for await (const url of canonicalUrls(sitemaps, address)) {
        if (deeper.size >= MAX_SITEMAPS) break
        if (!seen.has(url) && isSitemapWanted(options, url)) deeper.add(url)
      }
      for await (const url of canonicalUrls(urls, address)) {
        if (pages.size >= options.maximum) break
        pages.add(url)
      }
    }
    level = deeper
  }
  return [...pages]
}

const isSitemapWanted = ({ isWanted }: SitemapOptions, address: string): boolean =>
  URL.canParse(address) && isWanted(new URL(address))

async function* canonicalUrls(entries: string[], base: string): AsyncGenerator<string, undefined> {
  for (let start = 0; start < entries.length; start += SLICE_ENTRIES) {
    for (const entry of entries.slice(start, start + SLICE_ENTRIES)) {
      const url = entry.length <= MAX_ENTRY_CHARACTERS ? canonicalUrl(entry, base) : null
      if (url) yield url
    }
    await yieldToEventLoop()
  }
}

async function fetchText({ outbound, signal }: SitemapOptions, url: string): Promise<string> {
  try {
    const response = await outbound.fetch(url, { timeoutMs: SITEMAP_TIMEOUT_MS, maxBytes: SITEMAP_BYTES, signal })
    if (response.status !== 200) return ''
    const { body } = response
    const isPacked = body[0] === 0x1f && body[1] === 0x8b
    return decodeUtf(isPacked ? await unpack(body, { maxOutputLength: SITEMAP_BYTES }) : body)
  } catch {
    signal.throwIfAborted()
    return ''
  }
}

/** The element that holds an entry's address, in sitemaps and their indexes, in RSS and in Atom. */
const ADDRESS_OF: Record<string, string> = { sitemap: 'loc', url: 'loc', item: 'link', entry: 'link' }

/** Reads the first addresses of a sitemap, its index, an RSS or Atom feed, or a text with an address a line. */
async function parseSitemap(text: string): Promise<{ sitemaps: string[]; urls: string[] }> {
  const sitemaps: string[] = []
  const urls: string[] = []
  if (!text.slice(0, 1_000).includes('<')) {
    const lines = text.split('\n', MAX_ENTRIES).map((line) => line.trim())
    return { sitemaps, urls: lines.filter((line) => line !== '') }
  }
  let list = urls
  /** The element with the entry's address, in the entry's own namespace: `image:loc` in a `url` is a picture. */
  let wanted: string | undefined
  let location: string | undefined
  let nesting = 0
  let isOver = false
  const end = () => {
    isOver = true
    parser.pause()
  }
  const parser = new Parser(
    {
      onopentag(name, { href, rel = 'alternate' }) {
        nesting += 1
        if (nesting > MAX_NESTING) return end()
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
        nesting -= 1
        if (name !== wanted || location === undefined) return
        if (location.trim()) list.push(location.trim())
        location = undefined
        if (sitemaps.length + urls.length >= MAX_ENTRIES) end()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let start = 0; start < text.length && !isOver; start += SLICE_CHARACTERS) {
    parser.write(text.slice(start, start + SLICE_CHARACTERS))
    await yieldToEventLoop()
  }
  if (!isOver) parser.end()
  return { sitemaps, urls }
}
