import { getDomain } from 'tldts'

/** The name by which a robots.txt addresses this crawler. */
export const ROBOT_NAME = 'Baton'

/**
 * Makes a function that says whether a URL belongs to the seed's website: its host must have the same registrable
 * domain (`example.co.uk` and all subdomains), and its port must be its scheme's default or the seed's. If the seed has
 * no such domain (an IP address, localhost), only its own host and port belong to the site.
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

/**
 * Whether a URL is the home page of a website, or of the part in one language, going by its path: `/`, `/index.html`,
 * `/pt-br/`.
 */
export function isHomePage({ pathname, search }: URL): boolean {
  return search === '' && /^\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?\/?)?(?:(?:index|home|default)(?:\.\w+)?)?$/i.test(pathname)
}

const OTHER_FILES = new Set(
  (
    'jpg jpeg png gif webp avif svg ico bmp tif tiff heic psd ai eps mp3 wav ogg flac m4a mp4 m4v avi mov mkv webm wmv flv ' +
    'zip gz tgz bz2 xz 7z rar tar dmg iso exe msi apk deb rpm pkg jar war bin css mjs map jsonld xml rss atom ' +
    'woff woff2 ttf otf eot pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv tsv txt epub ics vcf swf wasm'
  ).split(' '),
)

/**
 * Whether a URL's file extension shows that it leads to a file and not to a page, so that it need not be visited. Those
 * in which names of programs and files end (`node.js`, `package.json`) don't, as pages are about them.
 */
export function isFileUrl(url: URL): boolean {
  const extension = /\.([a-z0-9]{1,6})$/i.exec(url.pathname)?.[1]
  return extension !== undefined && OTHER_FILES.has(extension.toLowerCase())
}
