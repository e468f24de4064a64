import { isNamedFurniture } from './furniture-names.ts'
import type { Attributes } from './scan-html.ts'

const DROPPED = new Set(
  (
    'title script style noscript template iframe object svg canvas audio video select textarea datalist dialog ' +
    'frameset map rt rp rtc'
  ).split(' '),
)
const BOILERPLATE_ROLES = new Set('navigation contentinfo search menu menubar toolbar complementary'.split(' '))
/** Matches class names of content that a click opens, such as the answers of an FAQ or the rest of a text. */
const OPENS =
  /accordion|collaps|answer|faq|tab-?(pane|panel|content)|toggle-content|details|(?:^|[\s_-])more(?:$|[\s_-])/i
/** Matches styles by which an element is not seen, be it far outside of the page; but not those of text that fades in. */
const UNSEEN =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{4,}px/i

/** Whether an element never contains text worth reading (scripts, media, dialogs). */
export const isDropped = (name: string, attributes: Attributes): boolean =>
  (DROPPED.has(name) && !isShadowRoot(name, attributes)) ||
  attributes.role === 'dialog' ||
  attributes.role === 'alertdialog' ||
  isLineNumber(name, attributes)

/** Whether an element is shown as the inside of the element around it: a declarative shadow root. */
export const isShadowRoot = (name: string, attributes: Attributes): boolean =>
  name === 'template' && ('shadowrootmode' in attributes || 'shadowroot' in attributes)

const LINE_NUMBERS =
  /(?:^|\s)(?:linenos?|linenodiv|linenumbers?|line-numbers?(?:-rows)?|hljs-ln-(?:numbers|n)|rouge-gutter|gutter|blob-num|react-syntax-highlighter-line-number|code-line-numbers?)(?:\s|$)/

/** Whether an element holds the numbers beside the lines of a program. */
const isLineNumber = (name: string, attributes: Attributes): boolean =>
  name !== 'pre' && name !== 'code' && name !== 'table' && LINE_NUMBERS.test(attributes.class ?? '')

/** Whether an element stays hidden; what a click opens, such as the answers of an FAQ, does not count. */
export function isHidden(attributes: Attributes): boolean {
  const hidden =
    (attributes.hidden !== undefined && attributes.hidden !== 'until-found') ||
    attributes['aria-hidden'] === 'true' ||
    UNSEEN.test(attributes.style ?? '')
  if (!hidden) return false
  return attributes.role !== 'tabpanel' && attributes.role !== 'region' && !OPENS.test(attributes.class ?? '')
}

/** Whether an element is anything but the page's own text. `insideContent`: it lies in the page's main part. */
export function isBoilerplate(name: string, attributes: Attributes, insideContent: boolean): boolean {
  if (name === 'nav' || isComment(name, attributes)) return true
  if ((name === 'footer' || name === 'aside') && !insideContent) return true
  const { role } = attributes
  if (role && BOILERPLATE_ROLES.has(role) && !(role === 'complementary' && insideContent)) return true
  if (name === 'body' || name === 'main' || name === 'article' || role === 'main') return false
  return isNamedFurniture(name, attributes)
}

const COMMENT_ID = /^(li-|div-)?comment[-_]?\d+$/
const COMMENT_TYPE = /schema\.org\/(user)?comments?$/i

const isComment = (name: string, { role, itemtype, id = '' }: Attributes): boolean =>
  role === 'comment' ||
  COMMENT_TYPE.test(itemtype ?? '') ||
  ((name === 'li' || name === 'div' || name === 'article') && COMMENT_ID.test(id))

/** Whether an address is that of a telephone or a mailbox. A link to it is content, not navigation. */
export const isContact = (href: string | null | undefined): boolean => /^\s*(tel|mailto|sms):/i.test(href ?? '')
