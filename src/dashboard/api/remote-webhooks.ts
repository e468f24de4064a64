import type { CallPublic, Handlers } from './remote-handlers.ts'

/**
 * The public API gives an endpoint's address only when the endpoint is created, so the addresses of those created here
 * are kept for as long as the page is open.
 */
export function remoteWebhooks(callPublic: CallPublic): Handlers {
  const urls = new Map<string, string>()

  return {
    createWebhookEndpoint: async (input, options) => {
      const made = await callPublic('createWebhookEndpoint', input, options)
      urls.set(made.id, made.url)
      return made
    },
    listFullWebhookEndpoints: async (input, options) => {
      const page = await callPublic('listWebhookEndpoints', input, options)
      return { ...page, data: page.data.map((endpoint) => ({ ...endpoint, url: urls.get(endpoint.id) ?? null })) }
    },
  }
}
