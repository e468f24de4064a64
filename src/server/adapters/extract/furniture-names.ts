import type { Attributes } from './scan-html.ts'

/** Names by which any element counts as navigation. `menu` is not one: a restaurant lists its dishes under it. */
const ANYWHERE = {
  whole: words(
    'nav navbar navheader navfooter navbox navigation gnav pagination pager footer topbar topnav sidebar side-bar toc ' +
      'table-of-contents breadcrumb breadcrumbs sphinxsidebar md-sidebar headerlink nav-menu nav-links nav-bar nav-list ' +
      'skiplinks toplang bottomlang printfooter catlinks noprint widget-area pagetop site-notice mw-editsection',
  ),
  part: parts(
    '(main|site|top|primary|secondary|global|user|mobile)-(nav|navi|navigation|navbar)|(site|header|footer)-(nav|navigation)',
    '(header|footer)-nav|(post|posts|page)-navigation|(top|header|footer|mobile)-menu|pagination-nav',
    'breadcrumbs?-(list|trail|wrapper|container|nav|bar)|(doc|docs|article|page|site|collapsible)-sidebar',
    '(site|page|main|global|layout|location)-footer|footer-(wrapper|widgets?|area|sections?|bottom|links)',
    'toc-(container|wrapper|list|box|collapsible|mobile|desktop)',
    'skip-?(links?|nav|to-(main-)?content|to-main)|jump-link|(back|scroll|return)-to-top',
    'top-bar|announcement-?(bar|banner)|breaking-news|(lang|language|locale)-(switch|switcher|selector|toggle|picker)',
    'edit-this-page',
  ),
}

/** Elements that may hold a section; the `span`s of a syntax highlighter have the class `comments` too. */
const CONTAINERS = new Set('div section aside header footer ol ul table form article center fieldset'.split(' '))

/**
 * Names that sites give to the sections around a page's own text: comments, share buttons, cookie notices. They count
 * only on `CONTAINERS` other than `article`, and on custom elements.
 */
const IN_CONTAINERS = {
  whole: words(
    'comments commentlist fb-comments disqus giscus utterances livefyre reviews-widget yotpo judgeme ' +
      'share sharing sharedaddy sd-block sd-like shariff sharethis like-box fb-like a2a-kit ' +
      'related relatedposts jp-relatedposts yarpp recommendations product-recommendations outbrain taboola zergnet ' +
      'klaro cookieconsent newsletter tagcloud ' +
      'ad ads advert adverts advertisement advertisements advertising adsbygoogle banner-ad google-ads sponsored ' +
      'gallery image-gallery photo-gallery photogallery picture-gallery gallery-thumbs slideshow lightbox ' +
      'vjs-caption-settings vjs-text-track-settings vjs-modal-dialog vjs-control-bar',
  ),
  part: parts(
    'comments?-(area|section|list|thread|form|respond|wrapper|container|box|overview|callout|feed|placeholder)',
    '(user|reader|article|post|entry)-comments|(disqus|coral)-thread|hyvor-talk-view|isso-thread',
    '(product|customer|shop|woocommerce)-reviews|spr-container|jdgm-widget|stamped-reviews|loox-reviews',
    'share-(this|bar|buttons?|btns?|box|links?|tools?|widget|icons?|panel)|(post|entry|article|page|content|sns|social)-(share|sharing)',
    'social-(bar|buttons?|icons?|links?|follow|networks?|menu)|socialaccountlinks|sd-sharing|sharing-(buttons?|enabled)',
    'addtoany-share|addthis-toolbox|jetpack-likes-widget|heateor-sss|shariff-list',
    '(cookies?|gdpr|ccpa|consent)-(banner|bar|notice|consent|popup|modal|dialog|box|message|overlay|layer|hint|wall|container)',
    'cookie(banner|bar|consent|notice)|cookie-law|cookiebot-dialog|onetrust-(banner|consent)|cc-(window|banner)|cky-consent',
    'cmplz-cookiebanner|didomi-host|qc-cmp2|usercentrics-root|iubenda-cs|termly-banner|truste-consent|tarteaucitron-root',
    'axeptio-overlay|osano-cm|moove-gdpr|sp-message-container|fc-consent-root',
    'related-(posts?|articles?|links|content|stories|products?|topics|pages)|trc-related|inline-related|article-relatives',
    '(recommended|suggested)-(for-you|articles?|posts?|products?|stories|content|reading)|read-more-box|read-also',
    'you-(may|might)(-also)?-like|more-stories|most-(read|popular|viewed|shared)|popular-(posts|articles)',
    'recent-(posts|articles|comments)|recently-viewed|cross-sells|up-?sells|trending-(posts|articles|now)',
    'newsletter-(box|form|signup|sign-up|block|section|banner|popup|modal|widget)|subscribe-(box|form|widget|popup)',
    'mc-embed-signup|mc4wp-form|email-signup|elementor-popup|author-(box|bio)',
    'feedback-(widget|box|form|bar)|(md|page|article)-feedback|(article|page)-(votes|rating)|was-this-helpful',
    'article-more-questions|intercom-(container|launcher)|drift-widget|crisp-client',
    '(post|entry|article)-tags|tags-links|cat-links|last-updated|md-source-file',
    '(ads?|advert)-(slot|container|wrapper|box|banner|unit|label|block|placeholder|zone|inline)|gpt-ad',
    'sponsored-(links|content)|promoted-content',
  ),
}

/** Names that tell an element's state or the layout around it, such as `has-sidebar`, and not what it is. */
const LAYOUT = /^(has|no|with|without|is|js|hide|hidden|show)-/

const LABELS =
  /\b(cookies?|cookieconsent|consent|breadcrumbs?|advert\w*|newsletter)\b|^(related|recommended|share|skip to|announcement)\b/i

/** Whether an element's class names, id or label say that it is not a part of the page's text. */
export function isNamedFurniture(name: string, attributes: Attributes): boolean {
  const isCustom = name.includes('-')
  const isContainer = CONTAINERS.has(name) || isCustom
  if (isContainer && LABELS.test(attributes['aria-label'] ?? '')) return true
  const classes = wordsOf(attributes.class ?? '')
  const ids = wordsOf(attributes.id ?? '')
  if ([...classes, ...ids].some((word) => isAmong(ANYWHERE, word))) return true
  if (!isContainer || name === 'article') return false
  // Manuals mark a chapter about comments by its id alone: `<section id="comments">`, `<div class="section"
  // id="comments">`.
  const isChapter = name === 'section' || classes.includes('section')
  const names = [...classes, ...(isChapter ? [] : ids), ...(isCustom ? [name] : [])]
  return names.some((word) => isAmong(IN_CONTAINERS, word))
}

/** Whether the names of an element say that it holds what others add to a page, such as comments or share buttons. */
export const isNamedExtra = (name: string, attributes: Attributes): boolean =>
  (CONTAINERS.has(name) || name.includes('-')) &&
  [attributes.class, attributes.id].some((names) => wordsOf(names ?? '').some((word) => isAmong(IN_CONTAINERS, word)))

interface Names {
  /** Names that count only without words before or after them: `share`, but not `share-price`. */
  whole: ReadonlySet<string>
  /** Names that count with words before and after them too: `share-buttons`, `my-share-buttons-2`. */
  part: RegExp
}

const isAmong = ({ whole, part }: Names, word: string): boolean =>
  whole.has(word) || (part.test(word) && !LAYOUT.test(word))

function words(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}

function parts(...patterns: string[]): RegExp {
  return new RegExp(`(?:^|-)(?:${patterns.join('|')})(?:-|$)`)
}

/**
 * Splits class names into words with hyphens (`commentList` is `comment-list`). Drops BEM suffixes (`comments__list`).
 */
const wordsOf = (names: string): string[] =>
  names.split(/\s+/).flatMap((name) => {
    const base = name.replace(/(__|--).*/, '').replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    return base === '' ? [] : base.replaceAll('_', '-').toLowerCase()
  })
