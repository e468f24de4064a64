import type { CallPublic, Handlers } from './remote-handlers.ts'

/** The public API tells an endpoint's address only as it is made: those made in this page are remembered as long as it lasts. */
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
