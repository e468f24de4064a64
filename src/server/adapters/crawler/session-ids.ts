/** Names of query parameters that carry nothing but the number of a visitor's session. */
const SESSION =
  /^(?:php|jsp?|asp|java|perl|cgi)?_?sess(?:ion)?_?(?:id|key|no|num)\w*$|^aspsessionid\w*$|^(?:cfid|cftoken|oscsid|xtcsid|zenid|mosid)$/i
/** Names of parameters that may carry such a number, or a token against forged requests, and may also mean something. */
const PERHAPS_SESSION =
  /^(?:s|sid|ssid|ses|sess|session|token|csrf|xsrf|nonce|_?(?:csrf|xsrf)[-_]?(?:token)?|authenticity_token|visit|visitid)$/i
/** Names of parameters whose values make each address new, so that no cache answers. */
const CACHE_BUSTER =
  /^(?:_|__|cb|cachebuster|cache_?bust(?:er)?|no_?cache|rnd|rand|random|ts|t|time|timestamp|now|unique)$/i
/** A value that nobody has chosen: long, of letters and figures. */
const TOKEN = /^(?=.*\d)(?=.*[a-z])[\w-]{12,}$/i
/** A time in seconds or milliseconds, or a random fraction. */
const NUMBER = /^(?:\d{10,}|0?\.\d{6,})$/
/** A session in the path, as servers of Java and ASP.NET write it where a browser keeps no cookies. */
const IN_PATH = /;(?:jsessionid|phpsessid|sessionid|sid)=[^/;?#]*|\/\((?:[A-Z]\([\w-]+\))+\)(?=\/)/gi
/** A parameter that asks for the same page in a form to be printed. */
const PRINTED = /^(?:print(?:able|view|_view|er|er_friendly)?=(?:1|true|yes|y|on)?|(?:view|format|layout)=print)$/i

/**
 * A link without what a website writes anew into each of its answers: the number of a session, or a value against
 * caches. A crawl that followed such links as they are would find every page again under each number, without end.
 * Nor does a link lead to the form of a page that is to be printed.
 */
export function withoutSession(link: string): string {
  if (!/[?;(]/.test(link)) return link
  const url = new URL(link)
  url.pathname = url.pathname.replace(IN_PATH, '')
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isOfVisit(pair) && !PRINTED.test(pair))
  url.search = kept.join('&')
  return url.href
}

function isOfVisit(pair: string): boolean {
  const [name = '', value = ''] = pair.split('=', 2)
  if (SESSION.test(name)) return true
  if (PERHAPS_SESSION.test(name)) return TOKEN.test(value)
  return CACHE_BUSTER.test(name) && (NUMBER.test(value) || TOKEN.test(value))
}
