import { widgetRoutes } from '#contract/widget-routes.ts'
import type { Visit } from './story.ts'

/** A visitor of the website as their browser would talk to the server, from a network of their own. */
export async function arrive(url: string, agent: string, { page, name }: Visit, site: string, network: string) {
  let token: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers of any type
  const send = async (route: keyof typeof widgetRoutes, body?: object, id = ''): Promise<any> => {
    const { method, path } = widgetRoutes[route]
    const answer = await fetch(`${url}/widget/v1${path.replace('{agent}', agent).replace('{id}', id)}`, {
      method,
      headers: {
        'x-forwarded-for': network,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text).data
  }
  token = (await send('startVisit', { page_url: `${site}${page}`, locale: 'en' })).token
  if (name) await send('updateVisitor', { name })
  return {
    send,
    /** The conversation's id, the AI's last answer in it, and where it ends. */
    async read(): Promise<{ conversation: string; answer: string; position: string }> {
      const { conversation, items } = await send('readVisit')
      const answers = items.filter(({ message }: { message?: { role: string } }) => message?.role === 'assistant')
      return { conversation: conversation.id, answer: answers.at(-1)?.message.id, position: items.at(-1).position }
    },
  }
}
