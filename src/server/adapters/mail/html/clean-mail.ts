import { randomUUID } from 'node:crypto'
import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { percentDecoded } from '../../../text/percent-decoded.ts'
import type { MailPage } from './mail-page.ts'

const words = (list: string): string[] => list.split(' ')

const TAGS = words(
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt ' +
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr li i img ins kbd main mark ol p pre q rp rt ruby s ' +
    'samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr',
)
/** Tags whose content is no words of the mail. */
const NO_WORDS = words(
  'script style title textarea option select button noscript noembed noframes iframe frameset object applet embed xmp ' +
    'plaintext template svg math audio video canvas head',
)
const ATTRIBUTES = {
  '*': words('align valign bgcolor width height dir lang title style'),
  a: words('href target rel'),
  font: words('color face size'),
  img: words('alt border data-picture'),
  li: ['value'],
  ol: words('start type'),
  table: words('border cellpadding cellspacing'),
  td: words('colspan rowspan nowrap'),
  th: words('colspan rowspan nowrap'),
}
const STYLES = words(
  'background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width ' +
    'border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius ' +
    'border-right border-right-color border-right-style border-right-width border-spacing border-style border-top ' +
    'border-top-color border-top-style border-top-width border-width clear color direction display float font ' +
    'font-family font-size font-style font-variant font-weight height letter-spacing line-height list-style ' +
    'list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height ' +
    'min-width overflow-wrap padding padding-bottom padding-left padding-right padding-top table-layout text-align ' +
    'text-decoration text-indent text-transform unicode-bidi vertical-align white-space width word-break word-wrap',
)
/** Values without functions but those of colours, so that none fetches anything, and without escapes that hide one. */
const HARMLESS = /^(?:[\w\s#.,%!"'+-]|(?:rgb|hsl)a?\([\d\s.,%]+\)){1,300}$/i
const LINKS = /^(https?|mailto|tel):$/

interface Inline {
  contentId: string | null
  /** The picture, as the source of an image. */
  source: string | undefined
}

/**
 * Takes everything out of a mail's HTML that runs, fetches, or covers what stands beside it, by lists of what may stay.
 * Takes as long as the mail makes it, so it runs in the thread that reads mails.
 * @param inline the pictures that came with the mail
 */
export function cleanMail(html: string, inline: readonly Inline[]): MailPage {
  const mark = `${randomUUID()}-`
  const sources: { source?: string | undefined; url?: string }[] = []
  const remote = new Map<string, number>()
  const placeOf = (url: string): string => {
    const known = remote.get(url) ?? remote.size
    remote.set(url, known)
    return `${mark}${known}`
  }
  const image = (_: string, { src = '', ...attribs }: Attributes): Tag => {
    const own = { ...attribs }
    delete own['data-picture']
    const [, cid] = /^\s*cid:(.+)$/is.exec(src) ?? []
    if (cid !== undefined) {
      const found = inline.find(({ contentId }) => contentId === cid.trim() || contentId === percentDecoded(cid.trim()))
      if (!found?.source) return { tagName: 'img', attribs: own }
      sources.push(found)
      return { tagName: 'img', attribs: { ...own, 'data-picture': `${mark}own${sources.length - 1}` } }
    }
    const url = URL.parse(src.trim())
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { tagName: 'img', attribs: own }
    return { tagName: 'img', attribs: { ...own, 'data-picture': placeOf(url.href) } }
  }
  const options: IOptions = {
    allowedTags: TAGS,
    nonTextTags: NO_WORDS,
    allowedAttributes: ATTRIBUTES,
    allowedStyles: { '*': Object.fromEntries(STYLES.map((name) => [name, [HARMLESS]])) },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 200,
    transformTags: { a: link, body: 'div', img: image },
  }
  const clean = sanitize(html, options).replace(
    new RegExp(` data-picture="${mark}own(\\d+)"`, 'g'),
    (_, place: string) => ` src="${sources[Number(place)]!.source}"`,
  )
  return { html: clean, mark, remote: [...remote.keys()] }
}

function link(_: string, { href = '', target: __, rel: ___, ...attribs }: Attributes): Tag {
  const url = URL.parse(href.trim())
  if (!url || !LINKS.test(url.protocol)) return { tagName: 'a', attribs }
  return { tagName: 'a', attribs: { ...attribs, href: url.href, target: '_blank', rel: 'noopener noreferrer' } }
}
