import { createServer } from 'node:http'
import { call, must, setUp } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { pagesOf } from './site.ts'

export interface Account {
  name: string
  email: string
  password: string
}

export interface Demo {
  product: Product
  /** Address of the company's website. */
  site: string
  agent: string
  owner: Account
  colleague: Account
  stop(): Promise<void>
}

const PASSWORD = 'correct horse battery'
const GREETING = 'Hello! Ask me about rooms, breakfast, parking or your booking.'
const APPEARANCE = {
  accent_color: '#23513d',
  theme: 'light',
  position: 'right',
  launcher: 'icon',
  launcher_text: '',
} as const
const STARTERS = ['When is breakfast?', 'How much is parking?', 'Can I bring my dog?']

/**
 * Starts the product with a small hotel's website beside it: an agent has learnt the website, which has the agent's
 * chat on each page, and two members share the inbox. `stop` removes all data.
 */
export async function startDemo(): Promise<Demo> {
  let script: string | undefined
  const pageAt = pagesOf(() => script)
  const site = createServer((request, response) => {
    const page = pageAt(new URL(request.url ?? '/', 'http://site').pathname)
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page ?? 'Not found')
  })
  const port = await freePort()
  await new Promise<void>((done) => site.listen(port, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${port}`
  const product = await startProduct({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } })
  const stop = async () => {
    site.close()
    site.closeAllConnections()
    await product.stop()
    removeData(product)
  }
  try {
    const people = await furnish(product.url, origin)
    script = `${product.url}/widget/${people.agent}.js`
    return { product, site: origin, stop, ...people }
  } catch (error) {
    await stop()
    throw error
  }
}

async function furnish(url: string, site: string) {
  const owner = { name: 'Olivia', email: 'olivia@example.com', password: PASSWORD }
  const colleague = { name: 'Ben', email: 'ben@example.com', password: PASSWORD }
  const { organizationId: organization, ...credentials } = await setUp(url, { organization: 'Garden House', ...owner })
  const byCookie = { cookie: credentials.cookie }
  const invitation = { params: { organization }, body: { email: colleague.email, role: 'responder' as const } }
  const { link } = (await must(url, 'createInvitation', invitation, byCookie)).data
  const token = new URL(link!).hash.slice(1)
  await must(url, 'acceptInvitation', { body: { token, name: colleague.name, password: colleague.password } })

  const named = { params: { organization }, body: { name: 'Front desk' } }
  const agent = (await must(url, 'createAgent', named, credentials)).data.id
  await must(url, 'updateAgent', { params: { agent }, body: { human_intervention: true } }, credentials)
  const look = { widget_origins: [site], starters: STARTERS, greeting: GREETING, appearance: APPEARANCE }
  await must(url, 'updateAgentSettings', { params: { agent }, body: look }, byCookie)

  const crawl = (await must(url, 'startCrawl', { params: { organization }, body: { url: site } }, credentials)).data
  const params = { organization, taskId: crawl.task_id }
  const crawled = async () => (await call(url, 'getCrawl', { params }, credentials)).data
  await until(async () => (await crawled()).status === 'completed')
  const pages = { type: 'url' as const, urls: (await crawled()).result!.urls }
  await must(url, 'createSource', { params: { agent }, body: pages }, credentials)
  await until(async () =>
    (await must(url, 'listSources', { params: { agent } }, credentials)).data.every(
      ({ status }) => status === 'completed',
    ),
  )
  return { agent, owner, colleague }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 100))
}
