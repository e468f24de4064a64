import type { Attributes } from './scan-html.ts'

const DROPPED = new Set(
  (
    'title script style noscript template iframe object svg canvas audio video select textarea datalist dialog ' +
    'frameset map'
  ).split(' '),
)
const BOILERPLATE_ROLES = new Set('navigation contentinfo search menu menubar toolbar complementary'.split(' '))
/** Names that only ever mean a page's furniture. `menu` is not among them: restaurants have one. */
const BOILERPLATE_NAMES = new Set(
  (
    'nav navbar navigation navheader navfooter main-nav site-nav top-nav nav-menu topbar sidebar side-bar breadcrumb ' +
    'breadcrumbs footer site-footer page-footer cookie-banner cookie-consent cookie-notice cookie-bar pagination pager ' +
    'skip-link skip-nav skip-to-content share-buttons social-share social-links toc table-of-contents sphinxsidebar ' +
    'headerlink newsletter-signup'
  ).split(' '),
)
/** Where pages hide what a click opens. */
const OPENS = /accordion|collaps|answer|faq|tab-?(pane|panel|content)|toggle-content|details/i

/** What is never text to read. */
export const isDropped = (name: string, attributes: Attributes): boolean =>
  DROPPED.has(name) || attributes.role === 'dialog' || attributes.role === 'alertdialog'

/** Hidden for good: not the closed answer of a question, which is there to be opened. */
export function isHidden(attributes: Attributes): boolean {
  const hidden =
    (attributes.hidden !== undefined && attributes.hidden !== 'until-found') ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
  if (!hidden) return false
  return attributes.role !== 'tabpanel' && attributes.role !== 'region' && !OPENS.test(attributes.class ?? '')
}

/** Navigation, page footers, side columns: what a site repeats on every page. */
export function isBoilerplate(name: string, attributes: Attributes, insideContent: boolean): boolean {
  if (name === 'nav') return true
  if ((name === 'footer' || name === 'aside') && !insideContent) return true
  const { role } = attributes
  if (role && BOILERPLATE_ROLES.has(role) && !(role === 'complementary' && insideContent)) return true
  if (name === 'body' || name === 'main' || name === 'article' || role === 'main') return false
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`.toLowerCase()
  return names.length > 1 && names.split(/\s+/).some((word) => BOILERPLATE_NAMES.has(word))
}
