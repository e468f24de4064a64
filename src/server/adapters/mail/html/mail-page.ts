/** A mail's HTML of which nothing is left that runs or fetches. */
export interface MailPage {
  /** What stands in a page's body; a remote picture is an image without a source that is marked by `mark` and its place. */
  html: string
  /** In front of a picture's place in `remote`; nobody who writes a mail can know it. */
  mark: string
  /** The addresses of its remote pictures, each once. */
  remote: string[]
}

/** The headers under which a mail's page is shown in a frame of the dashboard and nowhere else. */
export const MAIL_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin allow-popups; frame-ancestors 'self'"

/** How a mail looks that says nothing of it. Its own colours are made for a light page. */
const LOOKS = [
  ':root{color-scheme:light}',
  'body{margin:12px;background:#fff;color:#1c1c1c;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
  'img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}',
  'blockquote{margin:0 0 0 8px;padding-left:12px;border-left:2px solid #ccc}',
].join('')

/**
 * A page with a mail's HTML.
 * @param pictures sources (`data:`) of remote pictures by their places; others are left out
 */
export function pageOf(page: MailPage, pictures: ReadonlyMap<number, string> = new Map()): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail</title><style>${LOOKS}</style>`
  return `<!doctype html><html><head>${head}</head><body>${bodyOf(page, pictures)}</body></html>`
}

/** What stands in the body of such a page. */
export const bodyOf = ({ html, mark }: MailPage, pictures: ReadonlyMap<number, string> = new Map()): string =>
  html.replace(new RegExp(` data-picture="${mark}(\\d+)"`, 'g'), (_, place: string) => {
    const source = pictures.get(Number(place))
    return source === undefined ? '' : ` src="${source}"`
  })
