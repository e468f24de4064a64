import { CookieJar } from 'tough-cookie'

/** The cookies of one visit to one website, kept in memory for as long as the visit lasts. */
export interface Cookies {
  /** The `Cookie` header for a request; empty if no cookie is meant for this URL. */
  headerFor(url: string): string
  /**
   * Keeps the cookies that an answer has set, as far as a browser would (RFC 6265).
   * @returns whether a request for the same URL would now send other cookies than before
   */
  keep(url: string, setCookie: string | string[] | undefined): boolean
  readonly changes: number
}

/** Cookies beyond this number in one answer, and answers beyond this number that set some, are ignored. */
const MOST_IN_ONE_ANSWER = 50
const MOST_ANSWERS = 200
/** A cookie with more characters than this is ignored, as browsers ignore it; more than a header may hold is not sent. */
const LONGEST_COOKIE = 4_096
const LONGEST_HEADER = 16_384

/** Makes an empty store of cookies. A website decides what is kept, so its size is bounded. */
export function createCookies(): Cookies {
  const jar = new CookieJar(undefined, { looseMode: true })
  let answers = 0
  let changes = 0

  function headerFor(url: string): string {
    const header = jar.getCookieStringSync(url)
    return header.length <= LONGEST_HEADER ? header : ''
  }

  return {
    headerFor,
    keep(url, setCookie) {
      if (setCookie === undefined || answers >= MOST_ANSWERS) return false
      answers += 1
      const before = headerFor(url)
      for (const cookie of [setCookie].flat().slice(0, MOST_IN_ONE_ANSWER))
        if (cookie.length <= LONGEST_COOKIE) jar.setCookieSync(cookie, url, { ignoreError: true })
      if (headerFor(url) === before) return false
      changes += 1
      return true
    },
    get changes() {
      return changes
    },
  }
}
