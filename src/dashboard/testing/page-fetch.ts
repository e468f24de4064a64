import { Readable } from 'node:stream'
import type { Window as HappyWindow } from 'happy-dom'
import { request as sendRequest } from 'undici'

/** With undici, which follows no redirects: happy-dom's `fetch` prints a stack trace for every broken connection. */
export function sendWithUndici(): void {
  const { happyDOM } = window as unknown as HappyWindow
  happyDOM.settings.fetch.interceptor = {
    async beforeAsyncRequest({ request, window: page }) {
      const { method, url, signal } = request
      const body = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(await request.arrayBuffer())
      try {
        const headers = Object.fromEntries(request.headers)
        const answer = await sendRequest(url, { method: method as 'GET', headers, body, signal })
        const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
        const init = { status: answer.statusCode, headers: given }
        const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
        if (isEmpty) await answer.body.dump()
        return new page.Response(isEmpty ? null : (Readable.toWeb(answer.body) as never), init)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw new page.DOMException(`${method} ${url}: ${error}`, 'NetworkError')
      }
    },
  }
}
