import type { Attributes } from './scan-html.ts'

const DROPPED = new Set(
  (
    'title script style noscript template iframe object svg canvas audio video select textarea datalist dialog ' +
    'frameset map'
  ).split(' '),
)
const BOILERPLATE_ROLES = new Set('navigation contentinfo search menu menubar toolbar complementary'.split(' '))
/**
 * Class names and ids that always mean navigation, banners and the like. `menu` is not among them, because restaurants
 * have one.
 */
const BOILERPLATE_NAMES = new Set(
  (
    'nav navbar navigation navheader navfooter main-nav site-nav top-nav nav-menu topbar sidebar side-bar breadcrumb ' +
    'breadcrumbs footer site-footer page-footer cookie-banner cookie-consent cookie-notice cookie-bar pagination pager ' +
    'skip-link skip-nav skip-to-content share-buttons social-share social-links toc table-of-contents sphinxsidebar ' +
    'headerlink newsletter-signup'
  ).split(' '),
)
/**
 * Elements that may contain a part of a page. Other elements, such as the `span`s of a syntax highlighter, may have the
 * class `comments` without being comments.
 */
const CONTAINERS = new Set('div section aside footer ol ul table form article center'.split(' '))
/**
 * The names that blogs, shops and newspapers give to comments, share buttons, advertisements and related links beside a
 * page's text.
 */
const SURROUNDING_NAMES = new Set(
  (
    'comments comments-area comments-section comments-wrapper comments-container comments-list comment-section ' +
    'comment-list commentlist comment-thread comment-form comment-respond comments-placeholder user-comments ' +
    'reader-comments fb-comments disqus disqus-thread giscus utterances ' +
    'sharedaddy sd-sharing sd-sharing-enabled share-bar share-links share-tools share-box share-widget sharing ' +
    'post-share entry-share article-share social-bar social-buttons social-icons social-sharing sharethis ' +
    'addthis-toolbox addtoany-share-save-container a2a-kit jetpack-likes-widget jetpack-likes-widget-wrapper sd-like ' +
    'sd-block like-box fb-like ' +
    'related related-posts relatedposts related-articles related-links related-content related-stories jp-relatedposts ' +
    'yarpp yarpp-related recommended-for-you recommended-articles recommendations you-may-also-like more-stories ' +
    'outbrain taboola trc-related-container zergnet ' +
    'ad ads advert adverts advertisement advertisements advertising adsbygoogle ad-container ad-slot ad-banner ad-unit ' +
    'ad-wrapper ad-box banner-ad google-ads sponsored sponsored-links sponsored-content promoted-content ' +
    'gallery image-gallery photo-gallery photogallery picture-gallery gallery-thumbs slideshow lightbox ' +
    'vjs-caption-settings vjs-text-track-settings vjs-modal-dialog vjs-control-bar'
  ).split(' '),
)
const COMMENT_ID = /^(li-|div-)?comment-?\d+$/
const COMMENT_TYPE = /schema\.org\/(user)?comments?$/i

/** Matches class names of content that a click opens, such as the answers of an FAQ. */
const OPENS = /accordion|collaps|answer|faq|tab-?(pane|panel|content)|toggle-content|details/i

/** Whether an element never contains text worth reading (scripts, media, dialogs). */
export const isDropped = (name: string, attributes: Attributes): boolean =>
  DROPPED.has(name) || attributes.role === 'dialog' || attributes.role === 'alertdialog'

/**
 * Whether an element stays hidden. Content that a click opens, such as the answers of an FAQ, does not count as hidden.
 */
export function isHidden(attributes: Attributes): boolean {
  const hidden =
    (attributes.hidden !== undefined && attributes.hidden !== 'until-found') ||
    attributes['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '')
  if (!hidden) return false
  return attributes.role !== 'tabpanel' && attributes.role !== 'region' && !OPENS.test(attributes.class ?? '')
}

/**
 * Whether an element is navigation, a page footer, a side column, comments or advertising: anything but the page's own
 * text. `insideContent` means that it lies in the page's main part.
 */
export function isBoilerplate(name: string, attributes: Attributes, insideContent: boolean): boolean {
  if (name === 'nav' || isSurrounding(name, attributes)) return true
  if ((name === 'footer' || name === 'aside') && !insideContent) return true
  const { role } = attributes
  if (role && BOILERPLATE_ROLES.has(role) && !(role === 'complementary' && insideContent)) return true
  if (name === 'body' || name === 'main' || name === 'article' || role === 'main') return false
  const names = `${attributes.class ?? ''} ${attributes.id ?? ''}`.toLowerCase()
  return names.length > 1 && names.split(/\s+/).some((word) => BOILERPLATE_NAMES.has(word))
}

function isSurrounding(name: string, { role, itemtype, id = '', ...attributes }: Attributes): boolean {
  if (role === 'comment' || COMMENT_TYPE.test(itemtype ?? '')) return true
  if (!CONTAINERS.has(name) && name !== 'li') return false
  if (COMMENT_ID.test(id)) return true
  if (!CONTAINERS.has(name) || name === 'article') return false
  const classes = wordsOf(attributes.class ?? '')
  // Manuals mark a chapter about comments by its id alone: `<section id="comments">`, `<div class="section"
  // id="comments">`.
  const isChapter = name === 'section' || classes.includes('section')
  return [...classes, ...(isChapter ? [] : wordsOf(id))].some((word) => SURROUNDING_NAMES.has(word))
}

/**
 * Splits a list of class names. Drops the BEM suffixes of parts (`comments__list`) and variants (`comments--open`), and
 * writes `-` for `_`.
 */
const wordsOf = (names: string): string[] =>
  names
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/(__|--).*/, '').replaceAll('_', '-'))
