import { expect, type Page, test } from '@playwright/test'
import type { Scope } from '#contract/scopes.ts'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import {
  button,
  field,
  greet,
  lastMessages,
  makeAgent,
  openStage,
  type Place,
  type Stage,
  say,
  turnOf,
} from './support/stage.ts'

test.describe.configure({ mode: 'serial' })

test.describe('connected to another server', () => {
  let home: Stage
  let away: Stage
  let page: Page
  let place: Place

  test.beforeAll(async ({ browser }) => {
    home = await openStage(browser)
    away = await openStage(browser, { env: { CORS_ORIGINS: home.url } })
    place = await greet(away, await makeAgent(away, 'Front desk', 'The pool closes at 21:00.'), 'Ana')
    // A new browser context has no session.
    page = await (await browser.newContext({ baseURL: home.url })).newPage()
  })
  test.afterAll(async () => {
    await page.context().close()
    await away.close()
    await home.close()
  })

  const makeKey = async (scopes: Scope[]) => {
    const params = { organization: away.owner.organizationId }
    const body = { name: 'Elsewhere', scopes, expires_at: 'lifetime' as const }
    return (await must(away.url, 'createApiKey', { params, body }, away.owner)).data.key
  }
  const connect = async (key: string, server = away.url) => {
    await field(page, 'Server').fill(server)
    await page.getByLabel('API key').fill(key)
    await field(page, 'Organization id').fill(away.owner.organizationId)
    await button(page, 'Connect').click()
  }

  test('says what is wrong with an address, a key or an organization', async () => {
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Connect to another server' }).click()
    await connect('baton_x', 'http://support.example.com')
    await expect(page.getByText(/^Must be an https address/)).toBeVisible()
    await expectAccessible(page, 'connect to another server')
    await connect('baton_x')
    await expect(page.getByText('Is not known there, or has ended')).toBeVisible()
    await connect(await makeKey(['conversation:read']))
    await expect(page.getByText('Needs the agent:read scope at least')).toBeVisible()
    await connect(home.owner.key, home.url)
    await expect(page.getByText('Is not the organization of this key')).toBeVisible()
    // `localhost` is another origin, and the server allows no requests from this page.
    await connect(home.owner.key, home.url.replace('127.0.0.1', 'localhost'))
    await expect(page.getByText(`CORS_ORIGINS=${home.url}`)).toBeVisible()
    await expectAccessible(page, 'a server that can’t be reached')
  })

  test('with every scope: its agents, sources and inbox, through its public API alone', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/sign-in?elsewhere=true')
    await connect(away.owner.key)
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByRole('link', { name: 'Front desk' }).click()
    await expect(page.getByRole('heading', { name: 'Front desk' })).toBeVisible()
    await expectAccessible(page, 'an agent elsewhere')
    await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Sources' }).click()
    await expect(page.getByRole('cell', { name: 'Trained' })).toBeVisible()
    await button(page, 'Add source').first().click()
    await expect(page.getByRole('menuitem', { name: /^From a website/ })).toHaveCount(0)
    await page.getByRole('menuitem', { name: /^Text/ }).click()
    await field(page, 'Text').fill('Breakfast ends at 10:30.')
    await button(page, 'Publish and train').click()
    await expect(page.getByRole('row', { name: /Breakfast.*Trained/ })).toBeVisible()
    for (const screen of ['Webhooks', 'Settings']) {
      await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: screen }).click()
      await expectAccessible(page, `${screen} elsewhere`)
    }
    await expect(page.getByRole('link', { name: 'API keys' })).toHaveCount(0)

    await say(away, place, 'Can I talk to a person?')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Inbox/ })
      .click()
    const line = page.getByRole('link', { name: /Ana.*Waiting/ })
    await expect(line).toBeVisible()
    await line.click()
    await field(page, 'Reply to Ana').fill('Hello from elsewhere.')
    await button(page, 'Send').click()
    await expect.poll(() => lastMessages(away, place, 1)).toEqual(['human: Hello from elsewhere.'])
    await button(page, 'Back to AI').click()
    await expect.poll(() => turnOf(away, place)).toBe('open ai')
    await say(away, place, 'When does the pool close?')
    await expect(page.getByRole('article', { name: /^AI/ }).last()).toContainText('21:00')
    await expectAccessible(page, 'inbox elsewhere')

    const calls = asked.filter((url) => /\/(api\/)?v1\//.test(url) && !url.includes('/api/v1/start'))
    expect(calls.filter((url) => !url.startsWith(`${away.url}/v1/`))).toEqual([])
  })

  test('the key stays in its tab', async () => {
    const other = await page.context().newPage()
    await other.goto('/agents')
    await expect(other).toHaveURL(/\/sign-in/)
    await other.close()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie)
    expect(kept).not.toContain(away.owner.key)
    await page.reload()
    await expect(page.getByRole('article', { name: /^AI/ }).last()).toContainText('21:00')
    await button(page, /API key/).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    expect(await page.evaluate(() => sessionStorage.getItem('baton.connection'))).toBeNull()
  })

  test('with the inbox’s scopes: what it may not do is greyed out and says why', async () => {
    await page.goto('/sign-in?elsewhere=true')
    await connect(await makeKey(['agent:read', 'conversation:read', 'conversation:edit']))
    await page.getByRole('link', { name: 'Agents' }).click()
    const create = button(page, 'New agent')
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription('The key you connected with has no agent:create scope.')
    await expectAccessible(page, 'agents with few scopes')
    await page.getByRole('link', { name: 'Front desk' }).click()
    await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Sources' }).click()
    await expect(page.getByText('This key may not do that')).toBeVisible()
    await expectAccessible(page, 'sources without the scope')
    await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('radio', { name: /^AI only/ })).toBeDisabled()
    await expect(button(page, 'Delete agent')).toBeDisabled()
    await page.goto(`/inbox/${place.agent}/${place.conversation}`)
    await expect(button(page, 'Take over')).toBeEnabled()
    await button(page, 'More').click()
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeDisabled()
  })
})
