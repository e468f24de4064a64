/** Matches query parameters that campaigns add to an address without changing the page. */
const TRACKING = /^(utm_\w+|gclid|dclid|fbclid|msclkid|mc_cid|mc_eid|igshid|yclid|_ga|_gl|_hsenc|_hsmi)$/i
const MAX_URL_LENGTH = 2_048

/**
 * The canonical form of an address, so that the same page is recognised under several spellings: absolute, http(s),
 * without fragment and tracking parameters. The other parameters keep their order, which matters to some servers. Null
 * for anything else, an address with a user name or password, and one of more than 2,048 characters.
 */
export function canonicalUrl(address: string, base?: string): string | null {
  const trimmed = address.trim()
  const url = URL.parse(trimmed, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password) return null
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  if (url.search) {
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((pair) => pair !== '' && !TRACKING.test(pair.split('=')[0] ?? ''))
    url.search = kept.join('&')
  } else {
    url.search = '' // drops a lone question mark
  }
  return url.href.length <= MAX_URL_LENGTH ? url.href : null
}
