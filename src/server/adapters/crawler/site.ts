import { getDomain } from 'tldts'

/** The name by which a robots.txt addresses this crawler. */
export const ROBOT_NAME = 'Baton'

/**
 * Makes a function that says whether a URL belongs to the seed's website: the registrable domain must be the same, and
 * the port the default or the seed's. A seed without one (an IP address) has only its own host and port.
 */
export function siteOf(seed: URL): (url: URL) => boolean {
  const domain = registrableDomain(seed.hostname)
  if (!domain) return (url) => url.host === seed.host
  return (url) => (url.port === seed.port || url.port === '') && registrableDomain(url.hostname) === domain
}

/** The registrable domain of a host name, or null. Each tenant of a shared domain (`someone.github.io`) has its own. */
function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true, validateHostname: false })
}

/** Whether a URL is a home page, also of one language, going by its path: `/`, `/index.html`, `/pt-br/`. */
export function isHomePage({ pathname, search }: URL): boolean {
  return search === '' && /^\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?\/?)?(?:(?:index|home|default)(?:\.\w+)?)?$/i.test(pathname)
}

/** Whether a page is where readers enter a website, so that its text ends with the facts from around it. */
export const isEntrance = (url: string, seed: string): boolean => url === seed || isHomePage(new URL(url))

const OTHER_FILES = new Set(
  (
    'jpg jpeg png gif webp avif svg ico bmp tif tiff heic psd ai eps mp3 wav ogg flac m4a mp4 m4v avi mov mkv webm wmv flv ' +
    'zip gz tgz bz2 xz 7z rar tar dmg iso exe msi apk deb rpm pkg jar war bin css mjs map jsonld xml rss atom ' +
    'woff woff2 ttf otf eot pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv tsv txt epub ics vcf swf wasm'
  ).split(' '),
)

/** Whether the extension shows a file, not a page. `node.js` and `package.json` don't, as pages are about them. */
export function isFileUrl(url: URL): boolean {
  const extension = /\.([a-z0-9]{1,6})$/i.exec(url.pathname)?.[1]
  return extension !== undefined && OTHER_FILES.has(extension.toLowerCase())
}
