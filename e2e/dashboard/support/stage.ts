import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { must, type Owner, ownerAccount, setUp } from '../../tools/client.ts'
import { type Product, removeData, startProduct } from '../../tools/product.ts'

/** A fresh server with a browser in which its owner is signed in. */
export interface Stage {
  product: Product
  url: string
  owner: Owner
  page: Page
  close(): Promise<void>
}

interface StageOptions {
  env?: Record<string, string>
  port?: number
  context?: BrowserContextOptions
}

export async function openStage(browser: Browser, { env, port, context: settings }: StageOptions = {}): Promise<Stage> {
  const product = await startProduct({ ...(env && { env }), ...(port !== undefined && { port }) })
  const owner = await setUp(product.url)
  const context = await browser.newContext({ baseURL: product.url, ...settings })
  await context.request.post('/api/v1/session', { data: ownerAccount })
  const page = await context.newPage()
  const close = async () => {
    await context.close()
    expect(await product.stop()).toBe(0)
    removeData(product)
  }
  return { product, url: product.url, owner, page, close }
}

/** Creates an agent that hands over to people, trained on one text if `knowledge` is given. */
export async function makeAgent({ url, owner }: Stage, name: string, knowledge?: string): Promise<string> {
  const params = { organization: owner.organizationId }
  const agent = (await must(url, 'createAgent', { params, body: { name } }, owner)).data.id
  await must(url, 'updateAgent', { params: { agent }, body: { human_intervention: true } }, owner)
  if (!knowledge) return agent
  await must(
    url,
    'createSource',
    { params: { agent }, body: { type: 'text', title: 'House guide', content: knowledge } },
    owner,
  )
  await expect
    .poll(async () => (await must(url, 'listSources', { params: { agent } }, owner)).data.map(({ status }) => status))
    .toEqual(['completed'])
  return agent
}

export interface Place {
  agent: string
  conversation: string
}

/** Starts a visitor's conversation through the public API. */
export async function greet({ url, owner }: Stage, agent: string, visitor: string): Promise<Place> {
  const body = { chat_user_id: visitor }
  const { data } = await must(url, 'createConversation', { params: { agent }, body }, owner)
  return { agent, conversation: data.id }
}

export function say({ url, owner }: Stage, place: Place, content: string) {
  return must(url, 'sendMessage', { params: place, body: { content } }, owner)
}

/** The newest `count` messages of a conversation whose messages fit on one page, as `role: content`, oldest first. */
export async function lastMessages({ url, owner }: Stage, place: Place, count: number): Promise<string[]> {
  const { data } = await must(url, 'listMessages', { params: place }, owner)
  return data.slice(-count).map(({ role, content }) => `${role}: ${content}`)
}

/** Status and response mode of a conversation, such as `open ai`, `open human` or `closed human`. */
export async function turnOf({ url, owner }: Stage, place: Place): Promise<string> {
  const { data } = await must(url, 'getConversation', { params: place }, owner)
  return `${data.status} ${data.response_mode}`
}

export const field = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('textbox', { name, exact: typeof name === 'string' })

export const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: typeof name === 'string' })
