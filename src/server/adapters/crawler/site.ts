import { getDomain } from 'tldts'

/** The name by which robots.txt may address this crawler. */
export const ROBOT_NAME = 'Baton'

/**
 * Tells which addresses belong to the seed's website: those under its registrable domain (`example.co.uk` with all its
 * subdomains) on the usual ports, or on the seed's own. What has no such domain — an IP address, localhost — is
 * itself alone, port included.
 */
export function siteOf(seed: URL): (url: URL) => boolean {
  const domain = registrableDomain(seed.hostname)
  if (!domain) return (url) => url.host === seed.host
  return (url) => (url.port === seed.port || url.port === '') && registrableDomain(url.hostname) === domain
}

/** Tenants of a shared host (`someone.github.io`) are websites of their own. */
function registrableDomain(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true, validateHostname: false })
}

const OTHER_FILES = new Set(
  (
    'jpg jpeg png gif webp avif svg ico bmp tif tiff heic psd ai eps mp3 wav ogg flac m4a mp4 m4v avi mov mkv webm wmv flv ' +
    'zip gz tgz bz2 xz 7z rar tar dmg iso exe msi apk deb rpm pkg jar war bin css js mjs map json jsonld xml rss atom ' +
    'woff woff2 ttf otf eot pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv tsv txt md epub ics vcf swf wasm sql yml yaml'
  ).split(' '),
)

/** Whether an address says by its ending that no page is behind it, so that it need not be asked for. */
export function isFileUrl(url: URL): boolean {
  const extension = /\.([a-z0-9]{1,6})$/i.exec(url.pathname)?.[1]
  return extension !== undefined && OTHER_FILES.has(extension.toLowerCase())
}
